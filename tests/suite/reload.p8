pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- reload([to,from,count]): memory from the cart
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0,5) reload(0,0,1) is(@0,0) poke(0x10,5) poke(0x8000,6) reload() is(@0x10,0) is(@0x8000,6)
printh("ok")
