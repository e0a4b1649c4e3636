pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- print: cursor, results, P8SCII codes, one-off characters, outlines, the custom font, default attributes
-- rests on: the manual of 0.2.7; \^c without a colour: its history, 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function row(y,x0,x1) local s="" for x=x0 or 0,x1 or 7 do s..=sub("0123456789abcdef",pget(x,y)+1,pget(x,y)+1) end return s end
function at() return @0x5f26 ..","..@0x5f27 end
cls() print("a",0,0,7) is(row(0),"77700000") is(row(1),"70700000") is(row(4),"70700000") is(row(5),"00000000") is(at(),"0,6") is(@0x5f24,0)
cls() cursor(10,10) print("a\nb") is(at(),"10,22") print("c",5) is(@0x5f25,5) is(at(),"10,28") print("x",30,40) is(at(),"30,46") print("y") is(at(),"30,52") print("") is(at(),"30,58") print("q\0") is(at(),"34,58") print("") is(at(),"30,64")
cls() is(at(),"0,0") is(print("hoge",0,-20),16) is(print("█",0,0),8) is(print("",5,5),5) is(print("a\nbcd\ne",0,0),12)
print() is(at(),"0,18") print(nil) print(true) print({}) print(12)
-- codes; \*0 repeats nothing
is(print("a\*0bc",0,0),8)
is(print("a\*3bc",0,0),20) is(print("\-ka",0,0),8) is(print("\-ca",10,0),10) local x,y=print("\|ka",0,0) is(y,10) x,y=print("\+kka",0,0) is(x..","..y,"8,10") is(print("ab\bc",0,0),8) is(print("a\tb",0,0),20) is(print("a\rb",0,0),4) is(print("\^jaba",0,0),44) is(at(),"0,50")
cls() print("\#cab",10,10,7) is(pget(9,9),12) is(pget(17,15),12) is(pget(18,10),0) cls() print("\^-b\#cab",10,10,7) is(pget(9,9),0) is(pget(13,10),12)
cls() print("\fca",0,0) is(pget(0,0),12) is(@0x5f25,12) print("b",0,0) is(pget(0,0),12)
cls() print("\^wa",0,0,7) is(row(0),"77777700") cls() print("\^ta",0,0,7) is(row(9),"70700000") is(at(),"0,12") cls() print("\^ia",0,0,7) is(row(0),"00070000") is(row(1),"07070000") cls() print("\^w\^-wa",0,0,7) is(row(0),"77700000")
cls() is(print("\^x6ab",0,0,7),12) print("\^yaa",0,0) is(at(),"0,10") is(print("\^x2ab",0,0,7),4) 
cls() print("a\^gb",8,8) is(at(),"8,14") print("a\^hb\nc",0,0) is(at(),"4,12")
is(print("\^s2\ta",0,0),12) is(print("\^s3\ta",0,0),16)
poke(0x4300,0,0,0,0) print("\^@43000003abchey",0,0) is(@0x4300,97) is(@0x4302,99) is(@0x4303,0) print("\^!4300xyz",0,0) is(@0x4302,122)
cls() print("\^:447cb67c3e7f0106",0,0,7) is(row(0),"00700070") is(at(),"0,8") is(print("\^:447cb67c3e7f0106a",0,0),12) cls() print("\#3\^;447cb67c3e7f0106",8,8,7) is(pget(7,7),3) cls() print("\#3\^:447cb67c3e7f0106",8,8,7) is(pget(7,7),0) is(pget(8,8),3)
cls() print("\^o801a",8,8,7) is(pget(7,7),8) is(pget(8,8),7) cls() print("\^o$ffa",8,8,7) is(pget(7,7),7) cls() print("\^o!ffa",8,8,7) is(pget(8,8),0) is(pget(7,7),7)
cls() print("\^ua",0,0,7) is(row(5),"77770000")
cls() print("cafe\vb,!",0,0,7) is(print("cafe\vb,!",0,0),20) cls() print("a\v4b",8,8,7) is(pget(6,1),7)
print("a\0b",0,0) is(print("a\0b",0,0),4)
cls() print("ab\^c2",0,0) is(pget(100,100),2) is(at(),"0,6") cls() print("\^c3ab",9,9,7) is(pget(0,0),7) is(at(),"9,6")
print("\^c") is(pget(64,64),0)
is(print("\^x0ab",0,0),0)
poke(0x5600,6,8,9) poke(0x5600+8*97,255) cls() print("\014a",0,0,7) is(row(0),"77777700") is(at(),"0,9") print("\014a\015a",0,0) is(print("\014a\015a",0,0),10)
poke(0x5603,1,2) cls() print("\014a",0,0,7) is(row(2),"07777770") poke(0x5605,1) poke(0x5600+97\2,0x10) is(print("\014a",0,0),7) poke(0x5600+97\2,0x80) cls() print("\014a",0,0,7) is(row(1),"07777770") poke(0x5606,20) is(print("\014\ta",0,0),26) memset(0x5600,0,2048)
poke(0x5f58,0x1|0x4) cls() print("a",0,0,7) is(row(0),"77777700") poke(0x5f58,4) cls() print("a",0,0,7) is(row(0),"77700000") poke(0x5f58,0) poke(0x5f59,0x86) is(print("a",0,0),6) is(at(),"0,8") poke(0x5f59,0) poke(0x5f5a,0x9) is(print("█",0,0),9) poke(0x5f5a,0) poke(0x5f5b,0x21) cls() print("a",0,0,7) is(row(2),"07770000") poke(0x5f5b,0)
is(print("0123456789012345678901234567890123456789",0,0),160) print("\^$0123456789012345678901234567890123456789",0,0) is(at(),"0,12") print("\^$\^-$0123456789012345678901234567890123456789",0,0) is(at(),"0,6") print("\^$\^r80123456789",0,0) is(at(),"0,12")
poke(0x5f36,4) print("a",0,0) is(at(),"0,6") cursor(0,0) print("a") is(at(),"4,0") poke(0x5f36,0)
pal(7,8) cls() print("a",0,0,7) is(pget(0,0),8) print("\#7 ",20,20,7) is(pget(20,20),8) pal() camera(-5,-5) cls() print("a",0,0,7) camera() is(pget(5,5),7) clip(0,0,2,2) cls(0) clip(0,0,2,2) print("a",0,0,7) clip() is(row(0),"77000000")
cls() fillp(0x5a5a) print("█",0,0,0x87) is(pget(1,1),7) is(pget(2,1),7) fillp()
?"x",50,50,9
is(pget(50,50),9) x=?"ab",0,0
is(x,8)
printh("ok")
