pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- yield() where no coroutine runs ends the frame, as flip() does, and goes on in the next one without values
-- rests on: zepto8, whose main loop is a coroutine and whose flip is its yield; FAKE-08 runs published carts that wait so
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
yield()
function frames_since(before) return flr((t()-before)*30+.5) end
frames=0
function wait(n) for i=1,n do yield() end end
function _init() wait(2) end
function _update()
 frames+=1
 if frames==2 then
  local before=t()
  wait(3)
  is(frames_since(before),3)
  is(select("#",yield(1,2)),0)
  is((yield()),nil)
  local c=cocreate(function() yield(5) flip() return 6 end)
  local ok,v=coresume(c) is(v,5)
  before=t()
  foreach({1,2},yield)
  is(frames_since(before),2)
  ok,v=coresume(c) is(v,6)
  is(frames_since(before),3)
  is(costatus(c),"dead")
  printh("ok")
 end
end
