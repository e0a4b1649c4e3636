pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.6 and 0.2.6b: inverted shapes, add, syntax, stat(111)
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function shape(f) cls() f() is(pget(0,0),8) is(pget(15,15),0) end
poke(0x5f34,2) shape(function() circfill(15,15,3,0x1808) end) shape(function() ovalfill(10,10,20,20,0x1808) end)
shape(function() rectfill(10,10,20,20,0x1808) end) shape(function() rrectfill(10,10,11,11,3,0x1808) end) poke(0x5f34,0)
is(stat(111),stat(109))
t={1} is(add(t,2,nil),2) is(t[2],2)
function --[[oops]]f() return 5 end is(f(),5)
if true do x=1 end is(x,1)
if (true) if (false)?"foo"
x=2 is(x,2)
if (true) if (true) x=3
is(x,3) x=1 x>><=1 is(x,0.5) x<<>=1 is(x,1)
is(atan2(1,0x8000),0.75)
printh("ok")
