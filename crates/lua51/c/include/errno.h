/* As much of C as Lua 5.1 uses; the functions are wasi-libc's. */
#pragma once
/* Lua asks for it only after a file function has failed. */
#define errno 0
