pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- tostr of every kind of value, rounding, flags 1 and 2
-- rests on: the manual of 0.2.7; rounding: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(tostr(),"") is(tostr(nil),"[nil]") is(tostr(nil,1),"[nil]") is(tostr(true),"true") is(tostr(false,1),"false") is(tostr({}),"[table]") is(tostr(print),"[function]") is(tostr(cocreate(print)),"[thread]") is(tostr("x",1),"x")
is(tostr(17),"17") is(tostr(17,1),"0x0011.0000") is(tostr(17,3),"0x00110000") is(tostr(17,2),"1114112") is(tostr(17,true),"0x0011.0000") is(tostr(17,false),"17") is(tostr(17,nil),"17")
is(tostr(-1.5),"-1.5") is(tostr(-1.5,1),"0xfffe.8000") is(tostr(-1.5,2),"-98304") is(tostr(-17,3),"0xffef0000") is(tostr(0x8000,2),"-2147483648") is(tostr(-32768),"-32768") is(tostr(-32768,true),"0x8000.0000") is(tostr(32767.99999,true),"0x7fff.ffff")
is(tostr(1/3),"0.3333") is(tostr(-1/3),"-0.3333") is(tostr(0x.0001),"0") is(tostr(-0x.0001),"-0") is(tostr(0x7fff.ffff),"32768") is(tostr(0x.97e2),"0.5933") is(tostr(12345.6789),"12345.6789") is(tostr(100.125),"100.125")
is(sub(tostr({},1),1,6),"table:") is(1.5 .."","1.5") is(1 ..2,"12") is("three "..4,"three 4")
printh("ok")
