pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- any number of values that memory has goes through a call
-- rests on: poke(a,ord(s,1,#s)), FAKE-08's cart peek_large_count; chr(peek(0,17152)) in shrinko8's tests, which run on the original
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,peek(0x6000,8192)) is(select("#",peek(0,8192)),8192)
s="" for i=1,13 do s..=(i==1 and "a" or s) end is(#s,4096) s..=s
poke(0x8000,ord(s,1,#s)) is(@0x8000,97) is(@0x9fff,97) is(#chr(ord(s,1,#s)),8192)
for a=0,0x42ff do poke(a,a*7+a\256) end
s=chr(peek(0,0x4300)) is(#s,0x4300) is(ord(s,0x4300),@0x42ff) is(ord(s,9000),@8999)
is(select("#",peek(0,32767)),32767) is(select("#",peek4(0,9000)),9000) is(select("#",peek(0,-1)),0)
memset(0x8000,0,0x4300) poke(0x8000,peek(0,0x4300)) is(@0xc2ff,@0x42ff) is(@0xa000,@0x2000)
printh("ok")
