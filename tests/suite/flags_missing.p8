pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- fget and fset where arguments are missing or nil
-- rests on: zepto8, FAKE-08 and femto8 for nil, which is 0; zepto8 for missing ones
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(select("#",fget()),0) fset(0,1) is(fget(nil),1) is(fget(nil,1),false) is(fget(nil,0),true)
fset(2,6) is(fget(2,nil),false) fset(2) is(fget(2),6) fset(2,nil,true) is(fget(2),7) fset(2,nil) is(fget(2),0)
fset(2,6) fset(2,0,nil) is(fget(2),6) fset(2,1,nil) is(fget(2),4) fset() is(fget(0),1) fset(nil,9) is(fget(0),9)
is(fget(2,8),false) fset(2,8,true) is(fget(2),4) is(fget("2"),4) is(fget(2.9,2.9),true)
printh("ok")
