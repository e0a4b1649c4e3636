pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cstore: memory to the cart, from where reload gets it
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,42) cstore(0x10,0x8000,1) poke(0x10,0) reload(0x10,0x10,1) is(@0x10,42)
printh("ok")
