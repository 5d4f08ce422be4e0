/* What a script host needs of Lua beyond its public interface. */

#define lockstep_c
#define LUA_CORE

#include <limits.h>
#include <stdio.h>

#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"

#include "lapi.h"
#include "lgc.h"
#include "ldo.h"
#include "lobject.h"
#include "lstate.h"
#include "lstring.h"

#include "libraries.h"

/* The hook comes this often, so a script can overrun by as much. */
#define HOOK_INTERVAL 100

#define NO_LIMIT ULLONG_MAX

void lockstep_init(struct lockstep *machine) {
  machine->fuel = NO_LIMIT;
  machine->random = 0;
  machine->host = NULL;
  machine->cjson = NULL;
  machine->lists[0] = machine->lists[1] = NULL;
}

/* Read-only tables */

void lockstep_setreadonly(const void *table) {
  cast(Table *, table)->readonly = 1;
}

/* Fuel */

static void count_hook(lua_State *L, lua_Debug *ar) {
  UNUSED(ar);
  lockstep_charge(L, cast(unsigned int, L->basehookcount));
}

/* No error handler is called, since a script can have its own with xpcall.
   From now on every instruction of this thread comes back here, so that no
   pcall keeps a script alive. The hook must be able to come again although it
   does not return. */
static void out_of_fuel(lua_State *L) {
  G(L)->lockstep.fuel = 0;
  lua_sethook(L, count_hook, LUA_MASKCOUNT, 1);
  L->allowhook = 1;
  setsvalue2s(L, L->top, luaS_newliteral(L, "script is out of instructions"));
  incr_top(L);
  luaD_throw(L, LUA_ERRRUN);
}

void lockstep_charge(lua_State *L, unsigned long long steps) {
  struct lockstep *machine = &G(L)->lockstep;
  if (steps < machine->fuel)
    machine->fuel -= steps;
  else
    out_of_fuel(L);
}

void lockstep_burn(lua_State *L, unsigned long long steps) {
  struct lockstep *machine = &G(L)->lockstep;
  if (machine->fuel > 0)
    machine->fuel = steps < machine->fuel ? machine->fuel - steps : 1;
}

/* Random numbers: the generator of lrand48, from the state in which a C
   program starts. */

#define FIRST_RANDOM 0x1234ABCD330EULL
#define LOW_48_BITS 0xFFFFFFFFFFFFULL

int lockstep_rand(lua_State *L) {
  struct lockstep *machine = &G(L)->lockstep;
  machine->random = (machine->random * 0x5DEECE66DULL + 0xB) & LOW_48_BITS;
  return cast_int(machine->random >> 17);
}

void lockstep_srand(lua_State *L, int seed) {
  unsigned int bits = cast(unsigned int, seed);
  G(L)->lockstep.random = (cast(unsigned long long, bits) << 16) + 0x330E;
}

/* One script after another */

void lockstep_begin(lua_State *L, unsigned long long fuel, void *host) {
  global_State *g = G(L);
  g->lockstep.fuel = fuel;
  g->lockstep.random = FIRST_RANDOM;
  g->lockstep.host = host;
  if (g->lockstep.cjson != NULL) cjson_set_defaults(g->lockstep.cjson);
  /* What an earlier script did with collectgarbage is undone. A collection
     runs through in one go: cut into steps it falls behind a script that
     makes few but large strings, and the memory limit would count garbage. */
  g->gcpause = LUAI_GCPAUSE;
  g->gcstepmul = 0;
  if (g->GCthreshold == MAX_LUMEM) g->GCthreshold = g->totalbytes;
  lua_sethook(L, count_hook, LUA_MASKCOUNT, HOOK_INTERVAL);
}

/* Answers what is left of the script's fuel. */
unsigned long long lockstep_end(lua_State *L) {
  struct lockstep *machine = &G(L)->lockstep;
  unsigned long long left = machine->fuel;
  machine->fuel = NO_LIMIT;
  machine->host = NULL;
  lua_sethook(L, NULL, 0, 0);
  return left;
}

/* pcall as in Redis 7: of an error table with a text it gives the text. */
int lockstep_pcall(lua_State *L) {
  int status;
  if (lua_gettop(L) == 0) lua_pushboolean(L, 1);
  status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  if (status != 0 && lua_istable(L, -1)) {
    lua_getfield(L, -1, "err");
    if (lua_isstring(L, -1))
      lua_replace(L, -2);
    else
      lua_pop(L, 1);
  }
  lua_pushboolean(L, status == 0);
  lua_insert(L, 1);
  return lua_gettop(L);
}

/* The error handler of every script, as in Redis 7: it makes a text a table and
   adds where the error was raised. */
int lockstep_handler(lua_State *L) {
  lua_Debug where;
  int found = lua_getstack(L, 1, &where) && lua_getinfo(L, "Sl", &where);
  if (found && *where.what == 'C')
    found = lua_getstack(L, 2, &where) && lua_getinfo(L, "Sl", &where);
  lua_settop(L, 1);
  if (!lua_istable(L, 1)) {
    const char *text = lua_tostring(L, 1);
    if (lua_isboolean(L, 1)) text = lua_toboolean(L, 1) ? "true" : "false";
    if (text == NULL) text = luaL_typename(L, 1);
    lua_createtable(L, 0, 3);
    lua_pushfstring(L, "ERR %s", text);
    lua_setfield(L, -2, "err");
  }
  if (found) {
    lua_pushstring(L, where.source);
    lua_setfield(L, -2, "source");
    lua_pushinteger(L, where.currentline);
    lua_setfield(L, -2, "line");
  }
  return 1;
}

/* __index of the globals. */
int lockstep_missing(lua_State *L) {
  const char *name = lua_tostring(L, 2);
  if (name == NULL)
    return luaL_error(L, "Second argument to luaProtectedTableError must be a string or number");
  return luaL_error(L, "Script attempted to access nonexistent global variable '%s'", name);
}

/* Numbers */

long long lockstep_tointeger(double number) {
  int fits = number >= -9223372036854775808.0 && number < 9223372036854775808.0;
  return fits ? (long long)number : LLONG_MIN;
}

int lockstep_format(char *text, int digits, double number) {
  return sprintf(text, "%.*g", digits, number);
}

/* Libraries */

void lockstep_open_libraries(lua_State *L) {
  lockstep_open_bit(L);
  lockstep_open_cjson(L);
  lockstep_open_cmsgpack(L);
  lockstep_open_struct(L);
}

/* Libraries that a script does not get: mlua's linker needs the names. */
LUALIB_API int luaopen_debug(lua_State *L) { UNUSED(L); return 0; }
LUALIB_API int luaopen_io(lua_State *L) { UNUSED(L); return 0; }
LUALIB_API int luaopen_os(lua_State *L) { UNUSED(L); return 0; }
LUALIB_API int luaopen_package(lua_State *L) { UNUSED(L); return 0; }
