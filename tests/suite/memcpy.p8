pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- memcpy and memset
-- rests on: the manual; overlapping areas are copied whole
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,1,2,3,4) memcpy(0x8001,0x8000,3) is($0x8000,0x0302.0101) memcpy(0x8000,0x8001,3) is(@0x8000,1) is(@0x8001,2)
memset(0x8000,7,3) is(@0x8002,7) is(@0x8003,3) memset(0x8000,9,0) memset(0x8000,9,-5) is(@0x8000,7) memset(0x8000,257,1) is(@0x8000,1)
printh("ok")
