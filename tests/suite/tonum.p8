pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- tonum(v,[flags])
-- rests on: values recorded on 0.2.7a6 and the manual; FAKE-08's cart tonumtest2
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(tonum"17",17) is(tonum"0x11.8",17.5) is(tonum"0b101",5) is(tonum"-2.5",-2.5) is(tonum" 3 ",3) is(tonum(4),4)
is(tonum(true),1) is(tonum(false),0) is(tonum"32768",-32768) is(tonum"-0x9000",0x7000)
is(select("#",tonum"abc"),0) is(select("#",tonum""),0) is(tonum("abc",4),0)
is(tonum("ff",1),255) is(tonum("1114112",2),17)
printh("ok")
