/* The library `cjson`: JSON, as in Redis. The table and what can be set. */

#define LUA_CORE

#include <limits.h>
#include <stdio.h>

#include "lua.h"
#include "lauxlib.h"
#include "libraries.h"

#include "lstate.h"

void cjson_set_defaults(struct cjson_options *options) {
  options->sparse_to_object = 0;
  options->sparse_ratio = 2;
  options->sparse_from = 10;
  options->encode_max_depth = 1000;
  options->decode_max_depth = 1000;
  options->precision = 14;
  options->keep_buffer = 1;
  options->encode_invalid = 0;
  options->decode_invalid = 1;
}

/* The options of the table that the running function is in. It takes no more
   than so many arguments; the others are nil. */
static struct cjson_options *options_of(lua_State *L, int arguments) {
  luaL_argcheck(L, lua_gettop(L) <= arguments, arguments + 1, "found too many arguments");
  lua_settop(L, arguments);
  return lua_touserdata(L, lua_upvalueindex(1));
}

/* Both set an option unless the argument is nil, and push what it is then. */

static int integer_option(lua_State *L, int argument, int *option, int lowest, int highest) {
  char expected[64];
  int value;
  if (!lua_isnil(L, argument)) {
    value = (int)luaL_checkinteger(L, argument);
    sprintf(expected, "expected integer between %d and %d", lowest, highest);
    luaL_argcheck(L, lowest <= value && value <= highest, 1, expected);
    *option = value;
  }
  lua_pushnumber(L, *option);
  return 1;
}

static int word_option(lua_State *L, int *option) {
  static const char *const WORDS[] = {"off", "on", "null", NULL};
  static const char *const TWO_WORDS[] = {"off", "on", NULL};
  const struct cjson_options *options = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_isboolean(L, 1))
    *option = lua_toboolean(L, 1);
  else if (!lua_isnil(L, 1))
    *option = luaL_checkoption(L, 1, NULL,
                               option == &options->encode_invalid ? WORDS : TWO_WORDS);
  if (*option <= 1)
    lua_pushboolean(L, *option);
  else
    lua_pushstring(L, WORDS[*option]);
  return 1;
}

static int encode_sparse_array(lua_State *L) {
  struct cjson_options *options = options_of(L, 3);
  word_option(L, &options->sparse_to_object);
  integer_option(L, 2, &options->sparse_ratio, 0, INT_MAX);
  integer_option(L, 3, &options->sparse_from, 0, INT_MAX);
  return 3;
}

static int encode_max_depth(lua_State *L) {
  return integer_option(L, 1, &options_of(L, 1)->encode_max_depth, 1, INT_MAX);
}

static int decode_max_depth(lua_State *L) {
  return integer_option(L, 1, &options_of(L, 1)->decode_max_depth, 1, INT_MAX);
}

static int encode_number_precision(lua_State *L) {
  return integer_option(L, 1, &options_of(L, 1)->precision, 1, 14);
}

/* Makes no difference here: there is no buffer to keep. */
static int encode_keep_buffer(lua_State *L) {
  return word_option(L, &options_of(L, 1)->keep_buffer);
}

static int encode_invalid_numbers(lua_State *L) {
  return word_option(L, &options_of(L, 1)->encode_invalid);
}

static int decode_invalid_numbers(lua_State *L) {
  return word_option(L, &options_of(L, 1)->decode_invalid);
}

static int cjson_new(lua_State *L);

static const luaL_Reg FUNCTIONS[] = {
  {"decode", cjson_decode},
  {"decode_invalid_numbers", decode_invalid_numbers},
  {"decode_max_depth", decode_max_depth},
  {"encode", cjson_encode},
  {"encode_invalid_numbers", encode_invalid_numbers},
  {"encode_keep_buffer", encode_keep_buffer},
  {"encode_max_depth", encode_max_depth},
  {"encode_number_precision", encode_number_precision},
  {"encode_sparse_array", encode_sparse_array},
  {"new", cjson_new},
  {NULL, NULL},
};

/* Pushes a table with options of its own, and answers these. */
static struct cjson_options *push_table(lua_State *L) {
  struct cjson_options *options;
  const luaL_Reg *function;
  lua_newtable(L);
  options = lua_newuserdata(L, sizeof(*options));
  cjson_set_defaults(options);
  for (function = FUNCTIONS; function->name != NULL; function++) {
    lua_pushvalue(L, -1);
    lua_pushcclosure(L, function->func, 1);
    lua_setfield(L, -3, function->name);
  }
  lua_pop(L, 1);
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
  lua_pushliteral(L, "cjson");
  lua_setfield(L, -2, "_NAME");
  lua_pushliteral(L, "2.1.0");
  lua_setfield(L, -2, "_VERSION");
  return options;
}

static int cjson_new(lua_State *L) {
  lockstep_charge(L, 20);
  push_table(L);
  return 1;
}

void lockstep_open_cjson(lua_State *L) {
  struct cjson_options *options = push_table(L);
  lua_setglobal(L, "cjson");
  /* The table is read-only, so the options live as long as the machine. */
  G(L)->lockstep.cjson = options;
}
