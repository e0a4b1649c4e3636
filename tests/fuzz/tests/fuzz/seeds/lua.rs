//! Sources of the language, and states of a program.

use super::Seed;

pub fn all() -> Vec<Seed> {
    let sources = [
        (
            "all",
            "local t={1,2,x='y',[3.5]=print} for k,v in pairs(t) do ?k,v\nend function t.f(a,...) local n=... return function() n+=a return n end,... end\n\
                 local g=t.f(1,2) while g()<9 do if (g()==5) goto out\nend ::out:: repeat local z=#t until z==2 x=t.x..1 ..'z' print(pcall(error,{x}))\n",
        ),
        (
            "meta",
            "m={__index=function(t,k) return k..'?' end,__concat=function() return 'c' end,__lt=function() return 1 end,__call=function(s,...) return ... end}\n\
                  o=setmetatable({},m) for i=1,9 do print(o.q..o,o<o,o(1,nil),sub(o.long,-2),unpack(split('1,a,2'))) end\n",
        ),
        (
            "coroutines",
            "c=cocreate(function(a) for v in all({1,2,3}) do a=yield(v,a) end error('e') end) for i=1,6 do print(coresume(c,i),costatus(c)) end\n",
        ),
        ("refused", "function f( return end"),
    ];
    let mut seeds: Vec<Seed> =
        sources.map(|(name, text)| ("lua_source", name, text.as_bytes().to_vec())).into();
    seeds.push(("lua_state", "begin", fuzz::lua_state_at(0)));
    seeds.push(("lua_state", "later", fuzz::lua_state_at(30_000)));
    let mut cut = fuzz::lua_state_at(30_000);
    cut.truncate(cut.len() / 2);
    seeds.push(("lua_state", "refused_cut", cut));
    seeds
}
