pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- fillp: transparency, sprites, the secondary palette, patterns in colours by 0x5f34
-- rests on: the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function row(y,x0,x1) local s="" for x=x0 or 0,x1 or 7 do s..=sub("0123456789abcdef",pget(x,y)+1,pget(x,y)+1) end return s end
-- pattern bits: 0 first colour, 1 second; high bit first
cls() fillp(0b1000000000000000) rectfill(0,0,7,7,0x87) is(row(0),"87778777") is(row(1),"77777777") is(row(4),"87778777")
fillp(0b0011001111001100) cls() rectfill(0,0,7,7,0x4e) is(row(0),"ee44ee44") is(row(2),"44ee44ee")
cls(5) fillp(0b0011001111001100.1) rectfill(0,0,7,7,0x4e) is(row(0),"ee55ee55") is(row(2),"55ee55ee")
cls() camera(1,0) fillp(0b1000000000000000) rectfill(0,0,9,9,0x87) camera() is(row(0),"87778777")
-- circfill line pset with patterns, pset second colour
fillp(0xffff) cls() pset(0,0,0x9a) is(pget(0,0),9) line(0,1,7,1,0x9a) is(row(1),"99999999") rect(0,2,7,4,0x9a) is(row(2),"99999999") circ(20,20,3,0x9a) is(pget(17,20),9) oval(30,30,36,36,0x9a) is(pget(30,33),9) print("a",40,40,0x9a) is(pget(40,41),10)
sset(8,0,7) spr(1,60,60) is(pget(60,60),7)
-- fillp on sprites
fillp(0b1010010110100101.01) for i=0,15 do pal(i,i+i*16,2) end pal(12,0x87,2) for y=0,7 do for x=0,7 do sset(8+x,y,12) end end cls() spr(1,0,0) is(row(0),"87878787") is(row(1),"78787878") sspr(8,0,8,8,0,16,8,8) is(row(16),"87878787") mset(0,0,1) map(0,0,0,32,1,1) is(row(32),"87878787") tline(0,48,7,48,0,0) is(row(48),"87878787")
fillp(0b1010010110100101.11) cls(1) spr(1,0,0) is(row(0),"17171717")
fillp(0b1010010110100101.01) rectfill(0,0,7,7,12) is(row(0),"0c0c0c0c")
-- secondary palette globally
fillp(0b1010010110100101.001) rectfill(0,0,7,7,12) is(row(0),"87878787") pal(3,12) rectfill(0,0,7,7,3) is(row(0),"87878787") pal() fillp()
-- in colours
poke(0x5f34,1) cls() rectfill(0,0,7,7,0x1087.8000) is(row(0),"87778777") is(fillp(),0x8000) rectfill(0,0,7,7,0x1187.8000) is(row(1),"77777777") is(fillp(),0x8000.8)
color(0x1012.ffff) is(@0x5f25,0x12) is(%0x5f31,0xffff) is(@0x5f33,0) rectfill(0,0,7,7) is(row(0),"11111111") rectfill(0,0,7,7,0x87) is(row(0),"88888888") poke(0x5f34,0) fillp()
rectfill(0,0,7,7,0x1087.8000) is(row(0),"77777777") is(fillp(),0)
fillp("0x8000") is(fillp(),0x8000) fillp(nil) is(fillp(),0) fillp(0x1234.ffff) is(fillp(),0x1234.e) fillp(▒) is(fillp()==▒,true) fillp(█) is(fillp(),.5)
printh("ok")
