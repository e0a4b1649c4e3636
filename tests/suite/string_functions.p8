pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- sub, indexes, chr, ord, split with every optional argument, out of range too
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="the quick brown fox"
is(sub(s,5,9),"quick") is(sub(s,5),"quick brown fox") is(sub(s,5,true),"q") is(sub(s,-3),"fox") is(sub(s,-3,-2),"fo") is(sub(s,0),s) is(sub(s,0,1),"t") is(sub(s,0,0),"") is(sub(s,-100,3),"the") is(sub(s,4,2),"") is(sub(s,100),"")
is(sub("abc",2,nil),"bc") is(sub("abc","2","2"),"b") is(sub(123,2),"23") is(sub("abc",1.9,2.9),"ab") is(sub("abc",nil),"abc") is(sub("abc",2,{}),"b")
is(s[1],"t") is(s[-1],"x") is(s[0],nil) is(s[20],nil) is(s[-20],nil) is(s["1"],nil) is(s[1.5],"t")
is(("abc").x,nil)
is(type(3),"number") is(type("3"),"string") is(type(nil),"nil") is(type({}),"table") is(type(type),"function") is(type(cocreate(print)),"thread") is(type(true),"boolean") is("three "..4,"three 4") is(2+"3",5)
is(chr(64),"@") is(chr(104,101,108,108,111),"hello") is(chr(),"") is(#chr(256),1) is(ord(chr(-1)),255) is(ord(chr(65.9)),65) is(chr("65"),"A") is(#chr(nil),1)
is(ord("@"),64) is(ord("123",2),50) is(ord("123",-1),51) is(select("#",ord("123",4)),0) is(ord("123",0),nil)
local a,b,c,d=ord("1234",2,3) is(a..b..c,"505152") is(d,nil) 
is(select("#",ord("123",1,-1)),0) is(ord(1),49) is(ord(12,2),50)
local t=split("1,2,3") is(#t,3) is(t[1],1) t=split("one:two:3",":",false) is(t[3],"3") t=split("1,,2,") is(#t,4) is(t[2],"") is(t[4],"")
t=split("") is(#t,1) is(t[1],"") t=split("abc","") is(#t,3) t=split("abcdef",2) is(#t,3) is(t[2],"cd") t=split("abcde",2) is(t[3],"e") t=split("a,b","x") is(t[1],"a,b")
t=split("a--b","--") is(#t,3) is(t[2],"") t=split("1 2 3"," ") is(t[3],3) t=split("0x10,1e1,-3, 4 ") is(t[1],16) is(t[3],-3) is(t[4],4)
 t=split("abc",-1) is(#t,3) t=split(123,1) is(t[1],1) t=split("1,2",nil) is(#t,2) t=split("1,2",",",nil) is(t[1],1)
t=split("true,nil") is(t[1],"true") is(split(true),nil)
printh("ok")
