pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- pal: draw, display and secondary palette; gives what was there
-- rests on: the manual; values recorded on 0.2.7a6; FAKE-08's carts paltabletest and pal_args_test
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(pal(8,3),8) is(pal(8,4),3) pset(0,0,8) is(pget(0,0),4) pal() pset(0,0,8) is(pget(0,0),8)
pal(1,0x8a,1) is(peek(0x5f11),0x8a) pal(1) is(peek(0x5f11),1) pal({[8]=2,[9]=3}) is(peek(0x5f08),2) pal(nil,nil) is(peek(0x5f08),2)
pal{7} is(peek(0x5f01),7) pal(nil) is(peek(0x5f01),1)
printh("ok")
