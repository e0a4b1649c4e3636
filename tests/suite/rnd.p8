pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- rnd and srand
-- rests on: values recorded on 0.2.7a6; that rnd(0) takes a number on FAKE-08 and femto8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
srand(1) for v in all{0x.14b7,0x.fd18,0x.97e2,0x.904f,0x.941d,0x.6cda,0x.6e56,0x.dade} do is(rnd(),v) end
srand(42) is(rnd(100),0x10.ec81) is(rnd(100),0x52.0866) srand(0) is(rnd(),0x.8474)
t={1,2,3,4,5,6,7,8,9,10} srand(1) s="" for i=1,8 do s..=rnd(t).." " end is(s,"3 10 8 7 9 3 3 3 ")
srand(1) rnd(0) is(rnd(),0x.fd18) is(rnd(nil),0) is(rnd(0),0) is(rnd{},nil)
printh("ok")
