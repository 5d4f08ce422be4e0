/* As much of C as Lua 5.1 and the libraries use; the functions are wasi-libc's. */
#pragma once
#include <stddef.h>
void *memchr(const void *in, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memcpy(void *to, const void *from, size_t size);
char *strcat(char *to, const char *from);
char *strchr(const char *in, int c);
int strcmp(const char *a, const char *b);
int strcoll(const char *a, const char *b);
char *strcpy(char *to, const char *from);
size_t strcspn(const char *in, const char *stops);
char *strerror(int number);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t size);
char *strncat(char *to, const char *from, size_t size);
char *strncpy(char *to, const char *from, size_t size);
char *strpbrk(const char *in, const char *stops);
size_t strspn(const char *text, const char *only);
char *strstr(const char *in, const char *what);
