pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- split(s,[separator],[convert])
-- rests on: the manual; FAKE-08's carts splittest and split_noargs_test; only the first character separates (zepto8)
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t=split"1,2,x,,-3.5" is(#t,5) is(t[1],1) is(t[3],"x") is(t[4],"") is(t[5],-3.5)
t=split("1,2",",",false) is(t[1],"1")
t=split("abc","") is(#t,3) is(t[2],"b")
t=split("abcde",2) is(#t,3) is(t[1],"ab") is(t[3],"e")
t=split"" is(#t,1) is(t[1],"")
t=split("a--b","--") is(#t,3) is(t[2],"")
t=split"0x10,0b11" is(t[1],16) is(t[2],3)
is(select("#",split()),0) is(split(nil),nil)
printh("ok")
