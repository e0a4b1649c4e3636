pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ... and results
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function f(...) return select("#",...),... end
is(f(),0) is(f(nil),1) is(select(3,f(5,6)),6) t={f(1,2)} is(#t,3) t={f(1,2),f(1,2)} is(#t,4)
function g(a,...) local b,c=... return a,b,c end a,b,c=g(1,2) is(b,2) is(c,nil)
printh("ok")
