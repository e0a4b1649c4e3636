pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- peek, peek2, peek4 and their operators
-- rests on: the manual; peek(a,nil) recorded on 0.2.7a6; FAKE-08's carts peek4test and peek_poke_extraargs
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,1,2,3,4) is(@0x8000,1) is(%0x8000,0x201) is($0x8000,0x0403.0201) is(peek2(0x8000),0x201) is(peek4(0x8000),0x0403.0201)
a,b,c=peek(0x8000,3) is(b,2) is(c,3) is(select("#",peek(0x8000,0)),0) is(select("#",peek(0x8000,nil)),0)
poke2(0x8000,-1,5) is(@0x8001,255) is(peek2(0x8000),-1) is(peek2(0x8002),5) poke4(0x8000,1.5) is($0x8000,1.5) poke(0x8000) is(@0x8000,0) poke(0x8000,300) is(@0x8000,44)
is(@0x8000+1,45)
printh("ok")
