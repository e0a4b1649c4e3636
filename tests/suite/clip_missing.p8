pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- clip with fewer than four arguments is clip()
-- rests on: the manual; zepto8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
clip(10,10,5,5) clip(1,2) is(peek(0x5f20),0) is(peek(0x5f22),128)
clip(10,10,5,5) clip(1,2,3,nil) is(peek(0x5f21),2) is(peek(0x5f23),2)
clip(10,10,5,5) clip(nil,nil,3,4) is(peek(0x5f20),0) is(peek(0x5f22),3) is(peek(0x5f23),4)
clip(10,10,5,5) a,b,c,d=clip(1) is(a,10) is(b,10) is(c,5) is(d,5)
printh("ok")
