pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- _set_fps changes the rate of the hook that is there
-- rests on: a published game that has _update60 alone and slows down for its dialogs
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
n,last=0,0
function _update60()
 n+=1
 if (n==3) _set_fps(30)
 if (n==2) is(t()-last,1/60)
 if n==6 then
  is(stat(8),30)
  is((t()-last)*30>0.9,true)
  _set_fps(60)
 end
 if (n==9) printh("ok")
 last=t()
end
