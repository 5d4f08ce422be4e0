/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
struct lconv {
  char *decimal_point;
};
struct lconv *localeconv(void);
