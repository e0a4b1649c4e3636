pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- the second cart of load.p8, which says ok
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(stat(6),"from load") is(stat(100),"back") is(@0x4300,7) is(@0x55ff,8) is(@0x8000,6) is(@0xffff,5)
is(@0x5f01,1) is(@0,0x21) is(t(),0) is(_update,nil)
printh("ok")
__gfx__
12
