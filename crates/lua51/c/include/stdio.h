/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
#include <stddef.h>
#include <stdarg.h>
typedef struct FILE FILE;
#define BUFSIZ 1024
#define EOF (-1)
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
#define stderr ((FILE *)0)
int sprintf(char *to, const char *format, ...);
FILE *fopen(const char *path, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *file);
int fclose(FILE *file);
int getc(FILE *file);
int ungetc(int c, FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
int fputs(const char *text, FILE *file);
int fprintf(FILE *file, const char *format, ...);
