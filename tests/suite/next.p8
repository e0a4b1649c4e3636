pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- next(t,[k]): the entry after k
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(next{},nil) k,v=next{5} is(k,1) is(v,5) is(next({5},1),nil)
printh("ok")
