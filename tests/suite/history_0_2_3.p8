pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- changes of 0.2.3: home column, sprites out of range, long lines, white space
-- rests on: the history in the manual of 0.2.7
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
print("ab",20,0) print("cd") is(@0x5f24,20) cursor(3,3) is(@0x5f24,3)
is(fget(256),0) is(fget(-1),0) is(fget(256,0),false)
cls() line(-32768,0,32767,127,7) k=0 for y=0,127 do for x=0,127 do if (pget(x,y)==7) k+=1 end end is(k,128)
x=3 x+=x<0 and -1 or 1 is(x,4) x-=x>9 and -1 or 1 is(x,3)
x	+=	1 is(x,4) if	(x==4)	x=5
is(x,5) pal(1,5,2) pal() is(@0x5f61,1)
printh("ok")
