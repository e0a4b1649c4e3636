pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- at least 8192 values go through a call
-- rests on: poke(a,ord(s,1,#s)), which the manual's limit of 8192 allows; FAKE-08's cart peek_large_count
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,peek(0x6000,8192)) is(select("#",peek(0,8192)),8192)
s="" for i=1,13 do s..=(i==1 and "a" or s) end is(#s,4096) s..=s
poke(0x8000,ord(s,1,#s)) is(@0x8000,97) is(@0x9fff,97) is(#chr(ord(s,1,#s)),8192)
printh("ok")
