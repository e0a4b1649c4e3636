pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- values are computed before any is assigned
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
a,b=1,2 a,b=b,a is(a,2) is(b,1) a,b,c=1 is(b,nil) local i,t=1,{} i,t[i]=i+1,20 is(t[1],20)
function f() return 1,2,3 end a,b,c=f() is(c,3) a,b,c=f(),9 is(b,9) is(c,nil) a,b=(f()) is(b,nil)
printh("ok")
