pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ord(s,[i],[n]): codes; outside there are none
-- rests on: the manual; FAKE-08's carts ord_multiple and ord_nil_arg
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(ord"a",97) is(ord("abc",2),98) is(ord("abc",-1),99) is(select("#",ord("abc",4)),0)
is(select("#",ord("ab",1,5)),2) a,b=ord("ab",1,5) is(a,97) is(b,98)
is(select("#",ord()),0) is(select("#",ord(nil)),0) is(select("#",ord("")),0) is(select("#",ord{}),0)
is(ord(65),54)
printh("ok")
