pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- type(v)
-- rests on: the manual; changelog 0.2.2: type() is no error
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(type(1),"number") is(type"","string") is(type{},"table") is(type(nil),"nil") is(type(true),"boolean")
is(type(print),"function") is(type(cocreate(print)),"thread") is(select("#",type()),0)
printh("ok")
