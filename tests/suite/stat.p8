pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- stat(n)
-- rests on: the manual; stat(100) is nil without a breadcrumb
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(type(stat(0)),"number") is(stat(1)>=0,true) is(stat(7),30) is(stat(8),30) is(stat(6),"") is(stat(46),-1) is(stat(54),-1) is(stat(57),false) is(stat(100),nil) is(stat(9999),0)
is(stat(31),"") poke(0x5f2d,1) is(stat(30),false) is(stat(31),"") is(stat(34),0)
-- one display; no pause menu is open while a cart runs; reserved; no host site; not frame by frame
for n in all(split("3,12,13,14,15,72,73,74,75,76,77,78,79,102")) do is(stat(n),0) end
is(stat(11),1) is(stat(110),false) is(stat(120),false) is(stat(121),false)
printh("ok")
