//! Every change made to Lua's sources, each with its reason.
//!
//! A change names the text that it replaces; the build fails where that text is
//! not found exactly once. What the new texts call is in `c/lockstep.c`.

mod fuel;
mod speed;

use fuel::FUEL;
use speed::SPEED;

/// In `file`, `old` becomes `new`.
pub(crate) struct Edit {
    pub(crate) file: &'static str,
    pub(crate) old: &'static str,
    pub(crate) new: &'static str,
}

/// All changes, by reason.
pub(crate) fn all() -> impl Iterator<Item = &'static Edit> {
    [HOST, LISTS, READ_ONLY, SAME_EVERYWHERE, C_STACK, FUEL, TEXT_ONLY, SPEED].into_iter().flatten()
}

const fn edit(file: &'static str, old: &'static str, new: &'static str) -> Edit {
    Edit { file, old, new }
}

/// A machine has a place for what belongs to its host.
const HOST: &[Edit] = &[
    edit(
        "luaconf.h",
        "#include <limits.h>\n#include <stddef.h>\n",
        "#include <limits.h>\n#include <stddef.h>\n#include \"lockstep.h\"\n",
    ),
    edit(
        "lstate.h",
        "  TString *tmname[TM_N];  /* array with tag-method names */\n",
        "  TString *tmname[TM_N];  /* array with tag-method names */\n  struct lockstep lockstep;\n",
    ),
    edit("lstate.c", "  g->gcdept = 0;\n", "  g->gcdept = 0;\n  lockstep_init(&g->lockstep);\n"),
];

/// A table can be asked whether it is no more than a list.
const LISTS: &[Edit] = &[edit(
    "ltable.c",
    "int luaH_getn (Table *t) {\n",
    "int lockstep_islist (const void *table, int n) {\n\
     \x20 const Table *t = (const Table *)table;\n\
     \x20 return t->sizearray == n && t->node == dummynode && t->metatable == NULL && !t->readonly;\n\
     }\n\n\
     int luaH_getn (Table *t) {\n",
)];

/// Tables can be made read-only, as in Redis 7.
const READ_ONLY: &[Edit] = &[
    edit(
        "lobject.h",
        "  lu_byte lsizenode;  /* log2 of size of `node' array */\n",
        "  lu_byte lsizenode;  /* log2 of size of `node' array */\n  lu_byte readonly;\n",
    ),
    edit(
        "ltable.c",
        "  t->flags = cast_byte(~0);\n",
        "  t->flags = cast_byte(~0);\n  t->readonly = 0;\n",
    ),
    edit(
        "ldebug.h",
        "LUAI_FUNC void luaG_errormsg (lua_State *L);\n",
        "LUAI_FUNC void luaG_errormsg (lua_State *L);\n\
         #define luaG_checkwritable(L,t) \\\n\
         \t((t)->readonly ? luaG_runerror(L, \"Attempt to modify a readonly table\") : (void)0)\n",
    ),
    edit(
        "lvm.c",
        "      TValue *oldval = luaH_set(L, h, key); /* do a primitive set */\n",
        "      TValue *oldval;\n\
         \x20     luaG_checkwritable(L, h);\n\
         \x20     oldval = luaH_set(L, h, key); /* do a primitive set */\n",
    ),
    edit(
        "lapi.c",
        "  setobj2t(L, luaH_set(L, hvalue(t), L->top-2), L->top-1);\n",
        "  luaG_checkwritable(L, hvalue(t));\n\
         \x20 setobj2t(L, luaH_set(L, hvalue(t), L->top-2), L->top-1);\n",
    ),
    edit(
        "lapi.c",
        "  setobj2t(L, luaH_setnum(L, hvalue(o), n), L->top-1);\n",
        "  luaG_checkwritable(L, hvalue(o));\n\
         \x20 setobj2t(L, luaH_setnum(L, hvalue(o), n), L->top-1);\n",
    ),
    edit(
        "lapi.c",
        "      hvalue(obj)->metatable = mt;\n",
        "      luaG_checkwritable(L, hvalue(obj));\n      hvalue(obj)->metatable = mt;\n",
    ),
];

/// The same script gives the same result on every host.
const SAME_EVERYWHERE: &[Edit] = &[
    edit(
        "luaconf.h",
        "#define lua_number2integer(i,d)\t((i)=(lua_Integer)(d))\n",
        "#define lua_number2integer(i,d)\t((i)=(lua_Integer)lockstep_tointeger(d))\n",
    ),
    edit(
        "lstring.c",
        "  size_t step = (l>>5)+1;  /* if string is too long, don't hash all its chars */\n",
        "  size_t step = 1;  /* as in Redis, since pairs shows it */\n",
    ),
    edit(
        "lmathlib.c",
        "(lua_Number)(rand()%RAND_MAX) / (lua_Number)RAND_MAX",
        "(lua_Number)(lockstep_rand(L)%2147483647) / 2147483647.0",
    ),
    edit(
        "lmathlib.c",
        "  srand(luaL_checkint(L, 1));\n",
        "  lockstep_srand(L, luaL_checkint(L, 1));\n",
    ),
];

/// Two hundred nested calls of C functions fit on any C stack.
const C_STACK: &[Edit] = &[
    edit("luaconf.h", "#define LUAL_BUFFERSIZE\t\tBUFSIZ\n", "#define LUAL_BUFFERSIZE\t\t1024\n"),
    edit(
        "lstrlib.c",
        "  int level;  /* total number of captures (finished or unfinished) */\n",
        "  int level;  /* total number of captures (finished or unfinished) */\n  int depth;\n",
    ),
    edit(
        "lstrlib.c",
        "static const char *match (MatchState *ms, const char *s, const char *p) {\n  init:",
        "static const char *match_item (MatchState *ms, const char *s, const char *p);\n\
         static const char *match (MatchState *ms, const char *s, const char *p) {\n\
         \x20 const char *end;\n\
         \x20 if (++ms->depth > LOCKSTEP_MAX_MATCH_DEPTH)\n\
         \x20   luaL_error(ms->L, \"pattern too complex\");\n\
         \x20 end = match_item(ms, s, p);\n\
         \x20 ms->depth--;\n\
         \x20 return end;\n\
         }\n\
         static const char *match_item (MatchState *ms, const char *s, const char *p) {\n\
         \x20 init: lockstep_charge(ms->L, 1);",
    ),
    edit(
        "lstrlib.c",
        "    ms.L = L;\n    ms.src_init = s;\n",
        "    ms.L = L;\n    ms.depth = 0;\n    ms.src_init = s;\n",
    ),
    edit(
        "lstrlib.c",
        "  const char *src;\n  ms.L = L;\n",
        "  const char *src;\n  ms.L = L;\n  ms.depth = 0;\n",
    ),
    edit(
        "lstrlib.c",
        "  luaL_buffinit(L, &b);\n  ms.L = L;\n",
        "  luaL_buffinit(L, &b);\n  ms.L = L;\n  ms.depth = 0;\n",
    ),
];

/// `loadstring` takes no byte code, which could do anything, as in Redis.
const TEXT_ONLY: &[Edit] = &[edit(
    "ldo.c",
    "  int c = luaZ_lookahead(p->z);\n  luaC_checkGC(L);\n  tf = ((c == LUA_SIGNATURE[0]) ? luaU_undump : luaY_parser)(L, p->z,\n                                                             &p->buff, p->name);\n",
    "  luaC_checkGC(L);\n  tf = luaY_parser(L, p->z, &p->buff, p->name);\n",
)];
