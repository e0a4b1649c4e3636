-- ball
-- by rasher

-- position, speed, gravity: in most
-- games, most things move this way

function _init()
 ball={x=24,y=30,dx=1.5,dy=0,flat=0}
 trail={}
end

function _update60()
 if (btn(⬅️)) ball.dx-=0.05
 if (btn(➡️)) ball.dx+=0.05
 if btnp(🅾️) then
  ball.dy=-4
  sfx(2)
 end
 -- gravity adds a little downward
 -- speed in each frame
 ball.dx=mid(-3,ball.dx,3)
 ball.dy+=0.15
 ball.x+=ball.dx
 ball.y+=ball.dy
 -- a bounce reverses the speed
 -- and takes some of it
 if ball.x<9 or ball.x>118 then
  ball.x=mid(9,ball.x,118)
  ball.dx*=-0.9
  sfx(1)
 end
 if ball.y>104 then
  ball.y=104
  -- a slow one comes to rest
  if ball.dy>0.6 then
   ball.flat=min(ball.dy,4)
   sfx(0)
  end
  ball.dy*=-0.82
  ball.dx*=0.99
 end
 ball.flat*=0.8
 add(trail,{x=ball.x,y=ball.y},1)
 if (#trail>18) deli(trail)
end

function _draw()
 cls(12)
 -- a sky in three colours,
 -- dithered where they meet
 rectfill(0,36,127,80,14)
 rectfill(0,60,127,80,15)
 fillp(0x5a5a)
 rectfill(0,30,127,41,0xce)
 rectfill(0,55,127,64,0xef)
 fillp()
 for i=0,4 do
  circfill(i*34-4,82,10+i*7%5*3,13)
 end
 -- a floor of boards that
 -- converge in the distance
 rectfill(0,81,127,127,4)
 for x=-240,368,32 do
  line(64+(x-64)/4,81,x,127,2)
 end
 line(0,81,127,81,2)
 for i=0,3 do
  line(0,86+i*i*4+i*3,127,86+i*i*4+i*3,2)
 end
 -- the shadow is small when the
 -- ball is high
 local r=11-(104-ball.y)/12
 ovalfill(ball.x-r,111,ball.x+r,115,2)
 for i=#trail,4,-3 do
  circ(trail[i].x,trail[i].y,9-i/3,7)
 end
 -- flat for a moment after a hit
 local w,h=9+ball.flat,9-ball.flat
 local y=ball.y+ball.flat
 ovalfill(ball.x-w,y-h,ball.x+w,y+h,2)
 ovalfill(ball.x-w+1,y-h+1,ball.x+w-1,y+h-1,8)
 ovalfill(ball.x-w+2,y-h+2,ball.x+w/2,y+h/2,14)
 ovalfill(ball.x-w/2-1,y-h/2-2,ball.x-1,y-1,7)
 print("⬅️➡️ push   🅾️ jump",26,4,1)
end
