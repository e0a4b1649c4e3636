pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- memcpy, memset, reload, cstore, the draw state, buttons and generator in memory, GPIO
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=0,9 do poke(0x4300+i,i) end memcpy(0x4302,0x4300,5) is(@0x4302,0) is(@0x4306,4) memcpy(0x4300,0x4302,5) is(@0x4300,0) is(@0x4304,4)
memset(0x4300,200,3) is(@0x4302,200) memset(0x4300,256+5,1) is(@0x4300,5) memset(0x4300,7,0) memset(0x4300,7,-1) is(@0x4300,5) memset(0x4300,-1,1) is(@0x4300,255) memcpy(0x4300,0x4301,0) memcpy(0x4300,0x4301,-5) is(@0x4300,255)
memset(0x4300,9) is(@0x4300,255) memset(0x8000,3,0x7fff) is(@0xfffe,3) is(@0xffff,0)
poke(0x5f2c,3) pset(0,0,5) is(pget(0,0),5) poke(0x5f2c,0)
reset() is(@0x5f25,6) is(@0x5f5e,255) is(%0x5f22,0x8080) line(1,2,3,4) is(%0x5f3c,3) is(%0x5f3e,4) line() is(@0x5f35,1) line(9,9) is(@0x5f35,0) is(%0x5f3c,9)
poke(0x5f28,5) is((camera()),5) poke2(0x5f28,-3) is((camera()),-3) poke(0x5f20,1,2,3,4) a,b,c,d=clip() is(a..","..b..","..c..","..d,"1,2,2,2")
is($0x5f4c,0) poke(0x5f4c,1) is(btn(0),true) is(btn(),1) poke(0x5f4c,0) poke(0x5f4d,2) is(btn(1,1),true) is(btn(),0x200) poke(0x5f4d,0) is(btn(6),false) is(btn(7),false)
poke(0x5f80,255) is(@0x5f80,255) poke(0x5fff,1) is(@0x5fff,1)
poke(0x4300,1) poke(0,0) cstore(0,0,1) poke(0,9) reload(0,0,1) is(@0,0) poke(0,9) cstore() poke(0,1) reload() is(@0,9) reload(0x4300,0,1) is(@0x4300,9)
rnd() a=$0x5f44 b=$0x5f48 x=rnd() poke4(0x5f44,a,b) is(rnd(),x)
poke(0x4300,255) is(serial(3,0x4300,1),1) is(@0x5f83,255)
printh("ok")
