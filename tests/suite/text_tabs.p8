pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- the high nibble of 0x5f5a is the default tab width: 4 pixels a step, 4 to 60; \^s takes precedence
-- rests on: the manual's range of 4 to 60; 0 is ignored
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for n=1,15 do poke(0x5f5a,n*16) is(print("\ta",0,0),n*4+4) end
poke(0x5f5a,0xf0) is(print("a\ta",0,0),64) is(print("\^s5\ta",0,0),24) poke(0x5f5a,0) is(print("\ta",0,0),20)
printh("ok")
