/* The library `bit`: 32-bit integers, as in Redis. */

#define LUA_CORE

#include <stdint.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"

/* An argument as 32 bits. A fraction is rounded to the nearest integer, half to
   even, and what does not fit wraps around: adding 1.5 * 2^52 leaves the integer
   in the low bits of the sum, at least for numbers within 2^51 of zero. */
static uint32_t bits(lua_State *L, int at) {
  union {
    double number;
    uint64_t bits;
  } sum;
  uint32_t low;
  sum.number = lua_tonumber(L, at) + 6755399441055744.0;
  low = (uint32_t)sum.bits;
  if (low == 0 && !lua_isnumber(L, at)) luaL_typerror(L, at, "number");
  return low;
}

static int result(lua_State *L, uint32_t value) {
  lua_pushnumber(L, (int32_t)value);
  return 1;
}

static int bit_tobit(lua_State *L) {
  return result(L, bits(L, 1));
}

static int bit_bnot(lua_State *L) {
  return result(L, ~bits(L, 1));
}

static int bit_band(lua_State *L) {
  uint32_t value = bits(L, 1);
  int at;
  for (at = lua_gettop(L); at > 1; at--) value &= bits(L, at);
  return result(L, value);
}

static int bit_bor(lua_State *L) {
  uint32_t value = bits(L, 1);
  int at;
  for (at = lua_gettop(L); at > 1; at--) value |= bits(L, at);
  return result(L, value);
}

static int bit_bxor(lua_State *L) {
  uint32_t value = bits(L, 1);
  int at;
  for (at = lua_gettop(L); at > 1; at--) value ^= bits(L, at);
  return result(L, value);
}

static int bit_lshift(lua_State *L) {
  uint32_t value = bits(L, 1);
  return result(L, value << (bits(L, 2) & 31));
}

static int bit_rshift(lua_State *L) {
  uint32_t value = bits(L, 1);
  return result(L, value >> (bits(L, 2) & 31));
}

static int bit_arshift(lua_State *L) {
  int32_t value = (int32_t)bits(L, 1);
  return result(L, (uint32_t)(value >> (bits(L, 2) & 31)));
}

static int rotated_left(lua_State *L, uint32_t value, uint32_t by) {
  by &= 31;
  return result(L, by == 0 ? value : value << by | value >> (32 - by));
}

static int bit_rol(lua_State *L) {
  uint32_t value = bits(L, 1);
  return rotated_left(L, value, bits(L, 2));
}

static int bit_ror(lua_State *L) {
  uint32_t value = bits(L, 1);
  return rotated_left(L, value, 32 - (bits(L, 2) & 31));
}

static int bit_bswap(lua_State *L) {
  uint32_t value = bits(L, 1);
  uint32_t halves = value >> 16 | value << 16;
  return result(L, (halves & 0x00ff00ff) << 8 | (halves >> 8 & 0x00ff00ff));
}

/* A count below zero asks for capital letters. */
static int bit_tohex(lua_State *L) {
  uint32_t value = bits(L, 1);
  int64_t count = lua_isnone(L, 2) ? 8 : (int32_t)bits(L, 2);
  const char *digits = count < 0 ? "0123456789ABCDEF" : "0123456789abcdef";
  char text[8];
  int at;
  if (count < 0) count = -count;
  if (count > 8) count = 8;
  for (at = (int)count - 1; at >= 0; at--) {
    text[at] = digits[value & 15];
    value >>= 4;
  }
  lua_pushlstring(L, text, (size_t)count);
  return 1;
}

static const luaL_Reg FUNCTIONS[] = {
  {"arshift", bit_arshift}, {"band", bit_band},     {"bnot", bit_bnot},
  {"bor", bit_bor},         {"bswap", bit_bswap},   {"bxor", bit_bxor},
  {"lshift", bit_lshift},   {"rol", bit_rol},       {"ror", bit_ror},
  {"rshift", bit_rshift},   {"tobit", bit_tobit},   {"tohex", bit_tohex},
  {NULL, NULL},
};

void lockstep_open_bit(lua_State *L) {
  luaL_register(L, "bit", FUNCTIONS);
  lua_pop(L, 1);
}
