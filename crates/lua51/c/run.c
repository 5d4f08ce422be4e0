/* How a host runs a script without going through Lua's stack for everything. */

#define run_c
#define LUA_CORE

#include <string.h>

#include "lua.h"

#include "ldo.h"
#include "lgc.h"
#include "lobject.h"
#include "lstate.h"
#include "lstring.h"
#include "ltable.h"

/* From this length on fuel is taken for the making of a string. */
#define KEPT_WORD 64

/* How many arguments a function is told at once. */
#define LOCKSTEP_TEXTS 8

/* What a function of C was called with. */
struct lockstep_called {
  void *host;   /* what the running script works on */
  int function; /* the number that is its upvalue */
  int count;    /* of arguments */
  int leading;  /* how many of the first are strings, up to LOCKSTEP_TEXTS */
  struct {
    const char *bytes;
    size_t len;
  } texts[LOCKSTEP_TEXTS];
};

/* What run_unprotected needs. */
struct script {
  void (*prepare)(lua_State *L, void *request);
  void *request;
  int function;
  int room;
};

static void push_reference(lua_State *L, int reference) {
  setobj2s(L, L->top, luaH_getnum(hvalue(registry(L)), reference));
  incr_top(L);
}

static void run_unprotected(lua_State *L, void *argument) {
  struct script *script = cast(struct script *, argument);
  if (L->ci->top - L->top < script->room) lua_checkstack(L, script->room);
  script->prepare(L, script->request);
  push_reference(L, script->function);
  luaD_call(L, L->top - 1, 1);
}

/* Pushes a value and above it the result or the error; answers Lua's status.
   What `prepare` raises is no different from what the script raises. */
int lockstep_run(lua_State *L, int handler, int function, int room,
                 void (*prepare)(lua_State *L, void *request), void *request) {
  struct script script;
  script.prepare = prepare;
  script.request = request;
  script.function = function;
  script.room = room;
  push_reference(L, handler);
  return luaD_pcall(L, run_unprotected, &script, savestack(L, L->top),
                    savestack(L, L->top - 1));
}

/* The global list with this name, a string of the registry, made ready for so
   many words: a new one, or the one of the script before where that cannot be
   told from a new one. Nothing else of that script is left that could have
   kept it. Globals keep the list alive. */
void *lockstep_list(lua_State *L, int which, int name, int len) {
  void **place = &G(L)->lockstep.lists[which];
  Table *globals = hvalue(gt(L));
  if (*place != NULL && lockstep_islist(*place, len)) return *place;
  luaC_checkGC(L);
  sethvalue(L, L->top, luaH_new(L, len, 0));
  incr_top(L);
  push_reference(L, name);
  setobj2t(L, luaH_set(L, globals, L->top - 1), L->top - 2);
  luaC_barriert(L, globals, L->top - 2);
  *place = hvalue(L->top - 2);
  L->top -= 2;
  return *place;
}

/* Sets an element of such a list, counted from 0. Scripts that follow each other
   often get the same words, which then are there already. */
void lockstep_setword(lua_State *L, void *list, int at, const char *bytes, size_t len) {
  Table *t = cast(Table *, list);
  TValue *word = &t->array[at];
  if (len < KEPT_WORD && ttisstring(word) && tsvalue(word)->len == len &&
      memcmp(svalue(word), bytes, len) == 0)
    return;
  luaC_checkGC(L);
  setsvalue2n(L, word, luaS_newlstr(L, bytes, len));
  luaC_barriert(L, t, word);
}

/* Tells what the running function of C was called with, and takes a step. The
   first strings among its arguments are told as they are; where another value
   comes, or no more fit, they end. */
void lockstep_called(lua_State *L, struct lockstep_called *called) {
  const TValue *argument = L->base;
  int at;
  lockstep_charge(L, 1);
  called->host = G(L)->lockstep.host;
  called->function = cast_int(nvalue(&curr_func(L)->c.upvalue[0]));
  called->count = cast_int(L->top - argument);
  for (at = 0; at < LOCKSTEP_TEXTS && argument < L->top && ttisstring(argument); at++) {
    called->texts[at].bytes = svalue(argument);
    called->texts[at].len = tsvalue(argument)->len;
    argument++;
  }
  called->leading = at;
}

/* The bytes of an argument that is a string, counted from 0; else NULL. */
const char *lockstep_text(lua_State *L, int at, size_t *len) {
  const TValue *argument = L->base + at;
  if (argument >= L->top || !ttisstring(argument)) return NULL;
  *len = tsvalue(argument)->len;
  return svalue(argument);
}
