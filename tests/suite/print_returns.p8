pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- print gives the right-most x and the lowest y of the cursor, tabs and moves included
-- rests on: PICO-8's history, 0.2.5d, and its manual of 0.2.7; the first line of values: cases of shared reports
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function q(x,y,a,b) is(x..","..y,a..","..b) end
local x,y=print("abcd\nab",0,0) q(x,y,16,12) x,y=print("a\t",0,0) q(x,y,16,6) x,y=print("abc",0,0) q(x,y,12,6)
is(print("HOGE",0,-20),16) is(print("a",-50,0),-46) is(print("\n",5,0),5) is(print("ab\rc",1,1),9)
cursor() local x,y=print("hi") is(x,8)
printh("ok")
