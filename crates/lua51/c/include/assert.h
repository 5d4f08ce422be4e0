/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
#define assert(condition) ((void)0)
