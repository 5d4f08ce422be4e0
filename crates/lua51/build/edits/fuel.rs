//! What a script's fuel is taken for beside Lua's own instructions.

use super::{Edit, edit};

/// Loops in C that a script can make long take from its fuel; the hook only
/// counts Lua's own instructions.
pub(super) const FUEL: &[Edit] = &[
    edit(
        "lstrlib.c",
        "  while ((s+i)<ms->src_end && singlematch(uchar(*(s+i)), p, ep))\n    i++;\n",
        "  while ((s+i)<ms->src_end && singlematch(uchar(*(s+i)), p, ep))\n\
         \x20   if ((i++ & 7) == 0) lockstep_charge(ms->L, 1 + (ep - p) / 8);\n",
    ),
    edit(
        "lstrlib.c",
        "      int m = s<ms->src_end && singlematch(uchar(*s), p, ep);\n",
        "      int m = s<ms->src_end && singlematch(uchar(*s), p, ep);\n\
         \x20     lockstep_charge(ms->L, (ep - p) / 64);\n",
    ),
    edit(
        "lstrlib.c",
        "    while (++s < ms->src_end) {\n",
        "    while (++s < ms->src_end) {\n      if (((ms->src_end - s) & 7) == 0) lockstep_charge(ms->L, 1);\n",
    ),
    edit(
        "lstrlib.c",
        "  len = ms->capture[l].len;\n",
        "  len = ms->capture[l].len;\n  if (ms->capture[l].len > 0) lockstep_charge(ms->L, len / 64);\n",
    ),
    edit(
        "lstrlib.c",
        "static const char *lmemfind (const char *s1, size_t l1,\n",
        "static const char *lmemfind (lua_State *L, const char *s1, size_t l1,\n",
    ),
    edit(
        "lstrlib.c",
        "      init++;   /* 1st char is already checked */\n",
        "      init++;   /* 1st char is already checked */\n\
         \x20     lockstep_charge(L, 1 + (init - s1) / 64 + l2 / 64);\n",
    ),
    edit(
        "lstrlib.c",
        "    return NULL;  /* not found */\n",
        "    lockstep_charge(L, l1 / 64);\n    return NULL;  /* not found */\n",
    ),
    edit(
        "lstrlib.c",
        "lmemfind(s+init, l1-init, p, l2);\n",
        "(lockstep_charge(L, l2 / 64), lmemfind(L, s+init, l1-init, p, l2));\n",
    ),
    edit(
        "lstrlib.c",
        "  while (n-- > 0)\n    luaL_addlstring(&b, s, l);\n",
        "  while (n-- > 0) {\n\
         \x20   if ((n & 15) == 0) lockstep_charge(L, 1);\n\
         \x20   luaL_addlstring(&b, s, l);\n\
         \x20 }\n",
    ),
    edit(
        "lstring.c",
        "  size_t l1;\n  for (l1=l;",
        "  size_t l1;\n\
         \x20 unsigned int visited = 0;\n\
         \x20 if (l >= 1024) lockstep_charge(L, l / 64);\n\
         \x20 for (l1=l;",
    ),
    edit(
        "lstring.c",
        "    if (ts->tsv.len == l && (memcmp(str, getstr(ts), l) == 0)) {\n",
        "    if ((++visited & 15) == 0) lockstep_charge(L, 2);\n\
         \x20   if (ts->tsv.len != l) continue;\n\
         \x20   if (l >= 64) lockstep_charge(L, l / 64);\n\
         \x20   if (memcmp(str, getstr(ts), l) == 0) {\n",
    ),
    edit(
        "ldo.c",
        "    L->errorJmp->status = errcode;\n",
        "    L->errorJmp->status = errcode;\n    lockstep_burn(L, LOCKSTEP_ERROR_STEPS);\n",
    ),
    edit(
        "lvm.c",
        "    return l_strcmp(rawtsvalue(l), rawtsvalue(r)) < 0;\n",
        "    return (lockstep_charge(L, tsvalue(l)->len / 64),\n\
         \x20           l_strcmp(rawtsvalue(l), rawtsvalue(r)) < 0);\n",
    ),
    edit(
        "lvm.c",
        "    return l_strcmp(rawtsvalue(l), rawtsvalue(r)) <= 0;\n",
        "    return (lockstep_charge(L, tsvalue(l)->len / 64),\n\
         \x20           l_strcmp(rawtsvalue(l), rawtsvalue(r)) <= 0);\n",
    ),
    edit(
        "lvm.c",
        "  if (ttisstring(obj) && luaO_str2d(svalue(obj), &num)) {\n",
        "  if (ttisstring(obj) && tsvalue(obj)->len <= LOCKSTEP_MAX_NUMERAL &&\n\
         \x20     luaO_str2d(svalue(obj), &num)) {\n",
    ),
    edit(
        "lbaselib.c",
        "    n = strtoul(s1, &s2, base);\n",
        "    lockstep_charge(L, lua_objlen(L, 1) / 64);\n    n = strtoul(s1, &s2, base);\n",
    ),
    edit(
        "lbaselib.c",
        "  int res = lua_gc(L, optsnum[o], ex);\n",
        "  int res;\n\
         \x20 lockstep_charge(L, 16 * (unsigned)lua_gc(L, LUA_GCCOUNT, 0));\n\
         \x20 res = lua_gc(L, optsnum[o], ex);\n",
    ),
    edit(
        "ltable.c",
        "  for (i++; i < t->sizearray; i++) {  /* try first array part */\n",
        "  for (i++; i < t->sizearray; i++) {  /* try first array part */\n    if ((i & 7) == 7) lockstep_charge(L, 1);\n",
    ),
    edit(
        "ltable.c",
        "  for (i -= t->sizearray; i < sizenode(t); i++) {  /* then hash part */\n",
        "  for (i -= t->sizearray; i < sizenode(t); i++) {  /* then hash part */\n    if ((i & 7) == 7) lockstep_charge(L, 1);\n",
    ),
    edit(
        "ltablib.c",
        "      if (pos > e) e = pos;  /* `grow' array if necessary */\n",
        "      if (pos > e) e = pos;  /* `grow' array if necessary */\n\
         \x20     if (e > pos) lockstep_charge(L, (unsigned)e - (unsigned)pos);\n",
    ),
    edit(
        "ltablib.c",
        "  for ( ;pos<e; pos++) {\n",
        "  lockstep_charge(L, e - pos);\n  for ( ;pos<e; pos++) {\n",
    ),
    edit(
        "ltablib.c",
        "static void addfield (lua_State *L, luaL_Buffer *b, int i) {\n",
        "static void addfield (lua_State *L, luaL_Buffer *b, int i) {\n  lockstep_charge(L, 4);\n",
    ),
    edit(
        "ltablib.c",
        "static int sort_comp (lua_State *L, int a, int b) {\n",
        "static int sort_comp (lua_State *L, int a, int b) {\n  lockstep_charge(L, 1);\n",
    ),
];
