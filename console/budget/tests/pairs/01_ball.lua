-- a ball that bounces in a room, with a shadow and a kick
function _init()
 x,y=64,20
 dx,dy=1.5,0
 r=5
 hits=0
 squash=0
end

function bounce(v)
 hits+=1
 squash=4
 sfx(0)
 return -v*0.9
end

function _update60()
 dy+=0.1
 x+=dx
 y+=dy
 if x<r or x>127-r then
  x=mid(r,x,127-r)
  dx=bounce(dx)
 end
 if y>120-r then
  y=120-r
  dy=bounce(dy)
 end
 if squash>0 then squash-=1 end
 if btnp(5) then
  dy=-3
  dx+=rnd(2)-1
 end
 if btnp(4) then _init() end
end

function _draw()
 cls(1)
 rectfill(0,120,127,127,3)
 local w=r-(120-y)/30
 ovalfill(x-w,121,x+w,123,0)
 if squash>0 then
  ovalfill(x-r-1,y-r+2,x+r+1,y+r,8)
 else
  circfill(x,y,r,8)
  circfill(x-2,y-2,1,7)
 end
 print("hits "..hits,2,2,7)
end
