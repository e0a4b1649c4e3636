pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- tonum(v,flags): 1 hex digits, 2 the raw word, 4 a zero for what is no number
-- rests on: the manual of 0.2.7: with flag 1 an unsigned integer, each other character a digit 0
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(tonum("17.5"),17.5) is(tonum(17.5),17.5) is(select("#",tonum("hoge")),0) is(tonum("hoge",4),0) is(tonum("hoge",6),0) is(tonum("ff",1),255) is(tonum("FF",true),255)
is(tonum("1234abcd",3),0x1234.abcd) is(tonum("1114112",2),17) is(tonum("-1",2),-0x.0001) is(tonum("0x10",2),0x.0010)
is(tonum("1.8",1),0x108) is(tonum("-1",1),1) is(tonum("abcdg",1),0xbcd0) is(tonum("0xff",1),255) is(tonum("z",1),0) is(tonum("12345",1),0x2345)
is(tonum("  12  "),12) is(tonum("0b101"),5) is(tonum("0b1.1"),1.5) is(tonum("0x.8"),.5) is(tonum(".5"),.5) is(tonum("5."),5) is(tonum("0x"),nil) is(tonum("1.2.3"),nil) is(tonum("1 2"),nil) is(tonum("0x1g"),nil) is(tonum({}),nil)
is(select("#",tonum()),0) is(select("#",tonum(nil)),0) is(select("#",tonum({})),0) is(tonum(nil,4),0) is(tonum({},4),0) is(tonum(true,2),1)
printh("ok")
