-- walk
-- by rasher

-- an animated sprite: its picture
-- depends on what it does, and for
-- how long

walks={33,35,37,39}

function _init()
 fox={x=40,y=88,dy=0,left=false,step=0}
 view=0
end

function _update60()
 local dx=0
 if (btn(⬅️)) dx=-1
 if (btn(➡️)) dx=1
 if dx~=0 then
  fox.left=dx<0
  fox.x=mid(0,fox.x+dx,496)
  fox.step+=1
  if (fox.step%16==0 and fox.dy==0) sfx(0)
 else
  fox.step=0
 end
 if btnp(🅾️) and fox.y==88 then
  fox.dy=-3
  sfx(1)
 end
 fox.y+=fox.dy
 fox.dy+=0.18
 if fox.y>=88 then
  fox.y=88
  fox.dy=0
 end
 -- the camera follows the fox
 view+=(mid(0,fox.x-56,384)-view)/12
end

-- the current picture
function picture()
 if (fox.y<88) return 5
 if (fox.step>0) return walks[fox.step\8%4+1]
 if (t()%3>2.85) return 3
 return 1
end

-- hills that scroll more slowly,
-- so they look far away
function hills(y,r,slow,color)
 camera(view/slow,0)
 for i=0,12 do
  circfill(i*r*1.4,y+r+i*7%5*3,r,color)
 end
end

function _draw()
 camera()
 cls(15)
 rectfill(0,0,127,28,12)
 rectfill(0,29,127,46,6)
 circfill(100,26,11,7)
 circfill(100,26,9,10)
 hills(52,40,8,13)
 hills(70,36,4,3)
 camera(view/2,0)
 for i=0,15 do
  spr(11,i*37+i*i%11,80,2,2)
 end
 camera(view,0)
 rectfill(0,96,512,104,11)
 rectfill(0,105,512,127,4)
 fillp(0x5a5a)
 rectfill(0,103,512,107,0xb4)
 fillp()
 for i=0,63 do
  local k=i*i*7%13
  if (k<8) spr(16,i*8,89)
  if (k==9) spr(9,i*8,88)
  if (k==11) spr(10,i*8,88)
  pset(i*8+k,112+i*5%13,2)
 end
 spr(picture(),fox.x,fox.y-7,2,2,fox.left)
end
