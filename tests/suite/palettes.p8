pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- pal, palt, color, cursor: each form, each palette, what they return
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
cls() pal(9,8) pset(0,0,9) is(pget(0,0),8) is(pal(9,7),8) pal(9,9) is(@0x5f09,9) pal(6,14,1) is(@0x5f16,14) is(pget(0,0),8) pal(6,140,1) is(@0x5f16,140) pal(6,-1,1) is(@0x5f16&0x8f,0x8f) pal() is(@0x5f16,6)
pal({[12]=9,[14]=8}) is(@0x5f0c,9) is(@0x5f0e,8) is(@0x5f01,1) pal() pal({1,1,5,5,5,6,7,13,6,7,7,6,13,6,7,1},1) is(@0x5f10,1) is(@0x5f11,1) is(@0x5f1f,7) pal(1) is(@0x5f1f,15) pal({2,3,4},0) is(@0x5f01,2) pal(0) is(@0x5f01,1)
pal(1,2) palt(1,true) is(@0x5f01,0x12) pal(1,3) is(@0x5f01,0x13) pal(0) is(@0x5f00,0x10) is(@0x5f01,1) palt(0b1100000000000000) is(@0x5f00,0x10) is(@0x5f01,0x11) is(@0x5f02,2) is(palt(),0b1100000000000000) is(palt(3,true),false) is(palt(3,true),true) palt() is(@0x5f00,0x10) is(@0x5f03,3) palt(0,false) is(@0x5f00,0) palt(false) palt()
pal(17,5) is(@0x5f01,5) pal(-1,5) is(@0x5f0f,5) pal(1,20) is(@0x5f01,4) pal() pal("1","2") is(@0x5f01,2) pal(1,nil) is(@0x5f01,0) pal() pal(1.9,2.9) is(@0x5f01,2) pal() pal(1,5,2) is(@0x5f61,5) pal(1,0x87,2) is(@0x5f61,0x87) pal(2) is(@0x5f61,1) pal()
sset(0,0,8) palt(8,true) pal(8,3) cls(5) sset(1,0,9) spr(0,0,0) is(pget(0,0),5) is(pget(1,0),9) pal()
color(20) is(@0x5f25,20) color(0x87) is(@0x5f25,0x87) color() is(@0x5f25,6) color(nil) is(@0x5f25,0) color("8") is(@0x5f25,8) color(-1) is(@0x5f25,255) color(7.9) is(@0x5f25,7) is(color(3),7) cursor(1,2,9) is(@0x5f25,9) a,b,c=cursor() is(a,1) is(b,2) is(c,9) is(@0x5f25,9) cursor(5) is(@0x5f26,5) is(@0x5f27,0) cursor(-3,300) is(@0x5f26,0) is(@0x5f27,44)
fillp(5) pal() is(fillp(),0)
printh("ok")
