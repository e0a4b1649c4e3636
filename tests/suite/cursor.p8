pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cursor([x,y,[c]]): gives what was before
-- rests on: the manual; what is stored is a byte, below 0 is 0
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
a,b,c=cursor(8,9,10) is(a,0) is(b,0) is(c,6) a,b,c=cursor() is(a,8) is(b,9) is(c,10) is(peek(0x5f26),0)
cursor(300,-1) is(peek(0x5f26),44) is(peek(0x5f27),0)
printh("ok")
