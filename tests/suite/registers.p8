pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- memory at the start
-- rests on: a dump recorded on 0.2.7a6 after reset()
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(@0x5f00,16) is(@0x5f0f,15) is(@0x5f1f,15) is(@0x5f22,128) is(@0x5f25,6) is(@0x5f54,0) is(@0x5f55,0x60) is(@0x5f56,0x20) is(@0x5f57,0x80) is(@0x5f5e,0xff)
s="" for i=0,15 do s..=tostr(@(0x5f60+i),1)[5]..tostr(@(0x5f60+i),1)[6] end is(s,"000112132415d66748499a3bdc5d8eef")
pal(3,4) fillp(5) reset() is(@0x5f03,3) is(@0x5f31,0)
printh("ok")
