pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- sfx, music, the audio states of stat, sounds of texts, their memory
-- rests on: the manual of 0.2.7 and its history
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function sound(n,speed,a,b) local at=0x3200+68*n for i=0,31 do poke2(at+i*2,0x0a18) end poke(at+64,0,speed or 4,a or 0,b or 0) end
for i=0,4 do sound(i) end
is(sfx(0),0) is(stat(46),0) is(stat(50),0) is(sfx(1),1) is(sfx(2,3),3) is(stat(49),2) is(sfx(3),2) is(stat(48),3)
sfx(0,-2) is(stat(46),-1) is(stat(47),1) sfx(-1,1) is(stat(47),-1) sfx(-1,-2) for i=46,49 do is(stat(i),-1) end sfx(0) sfx(-1) is(stat(46),-1)
is(sfx(0,1,8,4),1) is(stat(51),8) flip() flip() is(stat(51)>8,true) for i=1,5 do flip() end is(stat(47),-1)
sound(5,1,0,4) sfx(5,0) for i=1,6 do flip() end is(stat(46),5) is(stat(50)<4,true) sfx(-2,0) for i=1,11 do flip() end is(stat(46),-1)
sfx(5,0) sfx(5,1) sfx(-2) for i=1,11 do flip() end is(stat(46),-1) is(stat(47),-1)
-- a pattern with one sound, a loop over it
poke(0x3100,0x80,0x41,0x42,0x43) poke(0x3104,0,0x41,0x42,0x43) sound(0,1) sound(1,1)
is(stat(57),false) for i=54,56 do is(stat(i),-1) end is(stat(24),-1) music(1) is(stat(57),true) is(stat(54),1) flip() is(stat(46),0) music(-1) is(stat(57),false) is(stat(54),-1)
music(1,0,3) is(sfx(2),2) is(sfx(3,0),0) music(-1) sfx(-1)
music(1,nil,7) is(sfx(2),3) sfx(-1) music(-1,100) for i=1,5 do flip() end is(stat(57),false)
-- sounds of texts
memset(0x3200,0,0x1100) sfx(-1) print("\ac0") is(@0x42fc&63,0) sfx(-1) print("\a7f") local note=%(0x3200+7*68) is(note&63,41-0) is(note>>9&7,5)
sfx(-1) print("\as4x5c1egc2egc3egc4") local at for n=60,63 do if (@(0x3200+68*n+65)==4) at=0x3200+68*n
end is(@at&63,12) is(%at>>12&7,5) is(@(at+2)&63,16)
sfx(-1) sound(12,9) is(print("\a12 sup",0,0),12) is(@(0x3200+12*68+65),9) is(stat(46),12) sfx(-1) print("\as00") print("\a")
printh("ok")
