/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
int isalnum(int c);
int isalpha(int c);
int iscntrl(int c);
int isdigit(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);
int tolower(int c);
int toupper(int c);
