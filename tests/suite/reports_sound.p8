pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- public reports on sounds, music and buttons, each with what PICO-8 does
-- rests on: the report named in each line
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function sound(n,speed,a,b) local at=0x3200+68*n for i=0,31 do poke2(at+i*2,0x0a18) end poke(at+64,0,speed or 4,a or 0,b or 0) end
function frames(n) for i=1,n do flip() end end
-- shrinko8, FAKE-08: a sound that the file lacks has speed 16
is(@(0x3200+68*9+65),16)
for i=0,3 do sound(i,16) end sound(4,1) sound(5,1,0,4)
poke(0x3100,0,1,2,3) poke(0x3104,1,0x42,0x42,0x42)
-- fake-08 207: a sound takes a channel of the music, which goes on there when it ends
music(0) for i=0,3 do is(stat(46+i),i) end
frames(20) local c=sfx(4) is(stat(46+c),4) frames(12) is(stat(46+c),c) is(stat(50+c),stat(50+(c+1)%4))
-- fake-08 179, zepto8 36: 46 to 56 are 16 to 26; bbs, user 40166: known in the frame of the call
for i=16,26 do is(stat(i),stat(i+30)) end music(1) is(stat(46),1) is(stat(54),1) music(-1) sfx(-1)
-- fake-08 171, pico8-emulator 89: a loop over the left-most sound that does not loop ends with it
poke(0x3100,5,4,0x42,0x43) poke(0x3104,4,0x42,0x42,0x42) music(0) frames(6) is(stat(54),0) frames(5) is(stat(54),1) music(-1) sfx(-1)
-- fake-08 89: a loop's start without an end is a length
sound(6,1,8,0) sfx(6,0) flip() is(stat(46),6) frames(3) is(stat(46),-1)
-- fake-08 244: celeste 2 plays parts of sounds
sfx(0,3,12,2) is(stat(53),12) frames(6) is(stat(53),13) frames(4) is(stat(49),-1)
-- the farm: a sound from a note on ends with its last one
sfx(4,0,30) frames(2) is(stat(46),-1)
-- bbs, pid 116464: e5 to b5 are the highest note of a sound string
for key in all(split"e5,f5,g#5,b5") do sfx(-1) print("\as1"..key) local at=0 for n=63,60,-1 do if @(0x3200+68*n+65)==1 do at=0x3200+68*n end end is(@at&63,63) memset(0x3200+68*60,0,272) end
-- pico8-emulator 111: all buttons of two players in one number
is(btn(),0) is(btnp(),0) is(type(btn(0,1)),"boolean")
printh("ok")
