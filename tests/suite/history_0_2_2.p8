pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.2 to 0.2.2c: add, deli, pokes, split, odd colours, ovals
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(select("#",add({})),0) t={1,2} deli(t,nil) is(#t,2)
for at in all{0x5f28,0x5f30,0x5f3c,0x5f3e} do local b=@(at+1) poke(at,0x80) is(@(at+1),b) poke(at,0) end
is(split("ab12",2,false)[2],"12") is(split("ab12",2)[2],12)
cls() rectfill(0,0,9,9,7) pset(0,0,{}) is(pget(0,0),0) rectfill(1,1,2,2,true) is(pget(1,1),0)
cls() ovalfill(-3,2,2,7,7) is(pget(2,4),7) is(pget(3,4),0)
printh("ok")
