pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- tostr(v,[flags])
-- rests on: values recorded on 0.2.7a6 and the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(tostr(),"") is(tostr(nil),"[nil]") is(tostr(true),"true") is(tostr({}),"[table]") is(tostr(print),"[function]")
is(tostr(cocreate(function() end)),"[thread]")
is(tostr(17),"17") is(tostr(17,true),"0x0011.0000") is(tostr(17,1),"0x0011.0000") is(tostr(17,2),"1114112") is(tostr(17,3),"0x00110000")
is(tostr(-1,1),"0xffff.0000") is(tostr("a",1),"a")
is(tostr(setmetatable({},{__tostring=function() return "me" end})),"me")
function none() end is(tostr(none()),"")
printh("ok")
