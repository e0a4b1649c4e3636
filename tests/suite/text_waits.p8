pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- \^1 to \^9 wait 1, 2, 4, 8 .. 256 frames in the middle of a text, \^d after each character
-- rests on: the manual: waits skip frames, here as flip does
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t=0 function took(n) is(flr((time()-t)*30+.5),n) end
t=time() cls() print("a\^1b",0,0,7) took(1) is(pget(4,0),7) is(@0x5f26,0) is(@0x5f27,6)
t=time() print("\^3") took(4)
t=time() is(print("\^d2ab",0,0),8) took(4)
-- what came before the wait is drawn once, and its look lasts
cls() print("\^w\fca\^1b",0,20) print("\^w\fcab",0,40) is(@0x5f25,12) for at=0,319 do is(@(0x6500+at),@(0x6a00+at)) end is(@0x6500,0xcc)
cls(1) print("\^c2\^1x",0,0) is(pget(64,64),2) pset(64,64,3) print("\^1\^c") is(pget(64,64),0)
poke(0x4300,0) print("\^@430000011\^1") is(@0x4300,49)
-- waits in calls that an instruction does not repeat are passed over: the text is whole
t=time() coresume(cocreate(print),"a\^1b",40,40,7) is(pget(44,40),7)
t=time() c=cocreate(function() print("\^1") yield(5) end) local ok,v=coresume(c) is(ok,true) is(v,5) took(1)
t=time() foreach({"\^1","\^1"},print) took(2)
t=time() a=?"\^1ab",0,0
is(a,8) function last() return print("\^1abc",0,0) end is(last(),12) took(2)
printh("ok")
