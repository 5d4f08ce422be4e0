/* The library `cmsgpack`: MessagePack, as in Redis. */

#define LUA_CORE

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"
#include "text.h"

/* Tables that are nested deeper are packed as nil. */
#define PACKED_NESTING 16

/* Packing */

/* A byte, and the low `size` bytes of a value, the highest first. */
static void put(struct text *out, int byte, uint64_t value, int size) {
  unsigned char bytes[9];
  int at;
  bytes[0] = (unsigned char)byte;
  for (at = size; at > 0; at--) {
    bytes[at] = (unsigned char)(value & 0xff);
    value >>= 8;
  }
  text_add(out, bytes, (size_t)size + 1);
}

static void put_integer(struct text *out, int64_t value) {
  uint64_t bits = (uint64_t)value;
  if (value >= 0) {
    if (value <= 0x7f) put(out, (int)value, 0, 0);
    else if (value <= 0xff) put(out, 0xcc, bits, 1);
    else if (value <= 0xffff) put(out, 0xcd, bits, 2);
    else if (value <= 0xffffffffLL) put(out, 0xce, bits, 4);
    else put(out, 0xcf, bits, 8);
  } else {
    if (value >= -32) put(out, (int)(bits & 0xff), 0, 0);
    else if (value >= -128) put(out, 0xd0, bits, 1);
    else if (value >= -32768) put(out, 0xd1, bits, 2);
    else if (value >= -2147483647LL - 1) put(out, 0xd2, bits, 4);
    else put(out, 0xd3, bits, 8);
  }
}

static int is_integer(double number) {
  return number >= -9223372036854775808.0 && number < 9223372036854775808.0 &&
         number == (double)(int64_t)number;
}

static void put_number(struct text *out, double number) {
  float rounded;
  uint32_t low;
  uint64_t bits;
  if (is_integer(number)) {
    put_integer(out, (int64_t)number);
    return;
  }
  rounded = (float)number;
  if (number == (double)rounded) {
    memcpy(&low, &rounded, sizeof(low));
    put(out, 0xca, low, 4);
  } else {
    memcpy(&bits, &number, sizeof(bits));
    put(out, 0xcb, bits, 8);
  }
}

/* The head of a string, list or map: those that are short enough for it have
   their length in one byte; 0 for `in_8` is no form with a length of 8 bits. */
static void put_head(struct text *out, size_t length, size_t short_up_to, int shortest, int in_8,
                     int in_16) {
  if (length <= short_up_to) put(out, shortest | (int)length, 0, 0);
  else if (in_8 != 0 && length <= 0xff) put(out, in_8, length, 1);
  else if (length <= 0xffff) put(out, in_16, length, 2);
  else put(out, in_16 + 1, length, 4);
}

/* Whether the keys of the table on top are 1, 2, 3 and so on, none left out. */
static int is_list(lua_State *L) {
  lua_Number last = 0, count = 0;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_Number key = lua_tonumber(L, -2);
    lua_pop(L, 1);
    lockstep_charge(L, 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !(key > 0) || key > INT_MAX || key != floor(key)) {
      lua_pop(L, 1);
      return 0;
    }
    if (key > last) last = key;
    count++;
  }
  return last == count;
}

static void put_value(struct text *out, int depth);

static void put_list(struct text *out, int depth) {
  lua_State *L = out->L;
  size_t length = lua_objlen(L, -1), at;
  put_head(out, length, 15, 0x90, 0, 0xdc);
  for (at = 1; at <= length; at++) {
    lua_rawgeti(L, -1, (int)at);
    put_value(out, depth + 1);
  }
}

static void put_map(struct text *out, int depth) {
  lua_State *L = out->L;
  size_t length = 0;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    lockstep_charge(L, 1);
    length++;
  }
  put_head(out, length, 15, 0x80, 0, 0xde);
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pushvalue(L, -2);
    put_value(out, depth + 1);
    put_value(out, depth + 1);
  }
}

/* Packs the value on top, and pops it. */
static void put_value(struct text *out, int depth) {
  lua_State *L = out->L;
  size_t length;
  const char *bytes;
  int type = lua_type(L, -1);
  lockstep_charge(L, 1);
  luaL_checkstack(L, 5, "in function mp_encode_lua_type");
  if (type == LUA_TTABLE && depth == PACKED_NESTING) type = LUA_TNIL;
  switch (type) {
    case LUA_TSTRING:
      bytes = lua_tolstring(L, -1, &length);
      lockstep_charge(L, length / 64);
      put_head(out, length, 31, 0xa0, 0xd9, 0xda);
      text_add(out, bytes, length);
      break;
    case LUA_TBOOLEAN: put(out, lua_toboolean(L, -1) ? 0xc3 : 0xc2, 0, 0); break;
    case LUA_TNUMBER: put_number(out, lua_tonumber(L, -1)); break;
    case LUA_TTABLE:
      if (is_list(L)) put_list(out, depth);
      else put_map(out, depth);
      break;
    default: put(out, 0xc0, 0, 0);
  }
  lua_pop(L, 1);
}

static int cmsgpack_pack(lua_State *L) {
  struct text out;
  int count = lua_gettop(L), at;
  if (count == 0) return luaL_argerror(L, 0, "MessagePack pack needs input.");
  if (!lua_checkstack(L, count)) return luaL_argerror(L, 0, "Too many arguments for MessagePack pack.");
  text_begin(&out, L);
  for (at = 1; at <= count; at++) {
    lua_pushvalue(L, at);
    put_value(&out, 0);
  }
  text_push(&out);
  return 1;
}

/* Unpacking */

#define TOO_MANY "too many return values at once; use unpack_one or unpack_limit instead."

struct input {
  lua_State *L;
  const unsigned char *at;
  size_t left;
  int depth;
};

static void need(struct input *in, uint64_t size) {
  if (in->left < size) luaL_error(in->L, "Missing bytes in input.");
}

static const unsigned char *take(struct input *in, size_t size) {
  const unsigned char *bytes = in->at;
  need(in, size);
  in->at += size;
  in->left -= size;
  return bytes;
}

static uint64_t take_number(struct input *in, size_t size) {
  const unsigned char *bytes = take(in, size);
  uint64_t value = 0;
  while (size-- > 0) value = value << 8 | *bytes++;
  return value;
}

static void push_bytes(struct input *in, uint64_t length) {
  need(in, length);
  lockstep_charge(in->L, length / 64);
  lua_pushlstring(in->L, (const char *)take(in, (size_t)length), (size_t)length);
}

static void push_value(struct input *in);

/* A list, or a map if it has keys. */
static void push_table(struct input *in, uint64_t length, int has_keys) {
  lua_State *L = in->L;
  const char *place = has_keys ? TOO_MANY : "in function mp_decode_to_lua_array";
  uint64_t at;
  if (++in->depth > LOCKSTEP_MAX_NESTING) luaL_error(L, "stack overflow (%s)", place);
  lua_newtable(L);
  luaL_checkstack(L, 1, place);
  for (at = 1; at <= length; at++) {
    if (has_keys) push_value(in);
    else lua_pushnumber(L, (lua_Number)at);
    push_value(in);
    lua_settable(L, -3);
  }
  in->depth--;
}

static void push_float(struct input *in) {
  uint32_t bits = (uint32_t)take_number(in, 4);
  float number;
  memcpy(&number, &bits, sizeof(number));
  lua_pushnumber(in->L, number);
}

static void push_double(struct input *in) {
  uint64_t bits = take_number(in, 8);
  double number;
  memcpy(&number, &bits, sizeof(number));
  lua_pushnumber(in->L, number);
}

static void push_value(struct input *in) {
  lua_State *L = in->L;
  int head;
  lockstep_charge(L, 1);
  head = (int)take_number(in, 1);
  luaL_checkstack(L, 1, TOO_MANY);
  switch (head) {
    case 0xc0: lua_pushnil(L); return;
    case 0xc2: case 0xc3: lua_pushboolean(L, head == 0xc3); return;
    case 0xca: push_float(in); return;
    case 0xcb: push_double(in); return;
    case 0xcc: lua_pushnumber(L, (lua_Number)take_number(in, 1)); return;
    case 0xcd: lua_pushnumber(L, (lua_Number)take_number(in, 2)); return;
    case 0xce: lua_pushnumber(L, (lua_Number)take_number(in, 4)); return;
    /* As in Redis, the upper half of its range comes out negative. */
    case 0xcf: lua_pushnumber(L, (lua_Number)(int64_t)take_number(in, 8)); return;
    case 0xd0: lua_pushnumber(L, (int8_t)take_number(in, 1)); return;
    case 0xd1: lua_pushnumber(L, (int16_t)take_number(in, 2)); return;
    case 0xd2: lua_pushnumber(L, (int32_t)take_number(in, 4)); return;
    case 0xd3: lua_pushnumber(L, (lua_Number)(int64_t)take_number(in, 8)); return;
    case 0xd9: push_bytes(in, take_number(in, 1)); return;
    case 0xda: push_bytes(in, take_number(in, 2)); return;
    case 0xdb: push_bytes(in, take_number(in, 4)); return;
    case 0xdc: push_table(in, take_number(in, 2), 0); return;
    case 0xdd: push_table(in, take_number(in, 4), 0); return;
    case 0xde: push_table(in, take_number(in, 2), 1); return;
    case 0xdf: push_table(in, take_number(in, 4), 1); return;
    default: break;
  }
  if (head <= 0x7f || head >= 0xe0) lua_pushnumber(L, (int8_t)head);
  else if (head <= 0x8f) push_table(in, head & 15, 1);
  else if (head <= 0x9f) push_table(in, head & 15, 0);
  else if (head <= 0xbf) push_bytes(in, head & 31);
  else luaL_error(L, "Bad data format in input.");
}

/* Unpacks the string at 1, and no more values than the limit, from the offset
   on. If one of the two is set, the first result is where to go on, or -1. */
static int unpack(lua_State *L, long long limit, long long offset) {
  struct input in;
  size_t length;
  int is_part = limit != 0 || offset != 0, count = 0;
  in.L = L;
  in.at = (const unsigned char *)luaL_checklstring(L, 1, &length);
  if (offset < 0 || limit < 0)
    return luaL_error(L, "Invalid request to unpack with offset of %d and limit of %d.",
                      (int)offset, (int)length);
  if ((unsigned long long)offset > length)
    return luaL_error(L, "Start offset %d greater than input length %d.", (int)offset,
                      (int)length);
  lua_settop(L, 1);
  in.at += offset;
  in.left = length - (size_t)offset;
  in.depth = 0;
  while (in.left > 0 && (!is_part || count < limit)) {
    push_value(&in);
    count++;
  }
  if (is_part) {
    luaL_checkstack(L, 1, "in function mp_unpack_full");
    lua_pushnumber(L, in.left == 0 ? -1 : (lua_Number)(length - in.left));
    lua_insert(L, 2);
    count++;
  }
  return count;
}

static int cmsgpack_unpack(lua_State *L) {
  return unpack(L, 0, 0);
}

static int cmsgpack_unpack_one(lua_State *L) {
  return unpack(L, 1, lockstep_tointeger(luaL_optnumber(L, 2, 0)));
}

static int cmsgpack_unpack_limit(lua_State *L) {
  long long limit = lockstep_tointeger(luaL_checknumber(L, 2));
  return unpack(L, limit, lockstep_tointeger(luaL_optnumber(L, 3, 0)));
}

static const luaL_Reg FUNCTIONS[] = {
  {"pack", cmsgpack_pack},
  {"unpack", cmsgpack_unpack},
  {"unpack_limit", cmsgpack_unpack_limit},
  {"unpack_one", cmsgpack_unpack_one},
  {NULL, NULL},
};

void lockstep_open_cmsgpack(lua_State *L) {
  static const char *const FACTS[][2] = {
    {"_NAME", "cmsgpack"},
    {"_VERSION", "lua-cmsgpack 0.4.0"},
    {"_COPYRIGHT", "Copyright (C) 2012, Salvatore Sanfilippo"},
    {"_DESCRIPTION", "MessagePack C implementation for Lua"},
  };
  size_t at;
  luaL_register(L, "cmsgpack", FUNCTIONS);
  for (at = 0; at < sizeof(FACTS) / sizeof(FACTS[0]); at++) {
    lua_pushstring(L, FACTS[at][1]);
    lua_setfield(L, -2, FACTS[at][0]);
  }
  lua_pop(L, 1);
}
