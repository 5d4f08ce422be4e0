/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
#include <stddef.h>
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
int abs(int n);
_Noreturn void exit(int status);
void free(void *old);
void *realloc(void *old, size_t size);
double strtod(const char *text, char **end);
unsigned long strtoul(const char *text, char **end, int base);
