-- cards that slide to their places on curves
function linear(t) return t end
function ease_in(t) return t*t end
function ease_out(t) return 1-(1-t)*(1-t) end
function back(t)
 return t*t*(2.7*t-1.7)
end
curves={linear,ease_in,ease_out,back}
names={"linear","in","out","back"}

function _init()
 cards={}
 for i=1,5 do
  add(cards,{x=-20,y=50,sx=-20,sy=50,tx=0,ty=0,age=0,len=1,delay=0})
 end
 curve=1
 spread=false
 deal()
end

function go(c,x,y,len,delay)
 c.sx,c.sy=c.x,c.y
 c.tx,c.ty=x,y
 c.age=0
 c.len=len
 c.delay=delay
end

function deal()
 spread=not spread
 for i,c in ipairs(cards) do
  if spread then
   go(c,i*22-12,50,30,i*4)
  else
   go(c,54,40+i*2,20,0)
  end
 end
end

function resting()
 for c in all(cards) do
  if c.age<c.len then return false end
 end
 return true
end

function _update60()
 for c in all(cards) do
  if c.delay>0 then
   c.delay-=1
  elseif c.age<c.len then
   c.age+=1
   local t=curves[curve](c.age/c.len)
   c.x=c.sx+(c.tx-c.sx)*t
   c.y=c.sy+(c.ty-c.sy)*t
  end
 end
 if resting() then
  if btnp(5) then deal() end
  if btnp(4) then
   curve=curve%#curves+1
   sfx(1)
  end
 end
end

function _draw()
 cls(3)
 for i,c in ipairs(cards) do
  rectfill(c.x,c.y,c.x+19,c.y+28,7)
  rect(c.x,c.y,c.x+19,c.y+28,5)
  print(i,c.x+8,c.y+12,8)
 end
 print(names[curve],4,4,11)
end
