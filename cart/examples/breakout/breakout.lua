-- breakout
-- by rasher

-- states, a grid of bricks, a ball
-- that bounces: a complete game

colors={8,9,10,11,12,14}

function _init()
 mode="title"
 best=0
 start()
end

function start()
 score,lives,level=0,3,0
 paddle={x=52,w=24}
 bricks_anew()
end

function bricks_anew()
 level+=1
 bricks={}
 for y=1,6 do
  for x=1,8 do
   -- each level leaves out others
   if level%3==1 or (x*level+y)%4>0 then
    add(bricks,{x=x*15-11,y=y*7+10,c=colors[y],points=(7-y)*10})
   end
  end
 end
 serve()
end

function serve()
 ball={x=64,y=100,dx=0,dy=0,held=true}
 sparks={}
end

function _update60()
 if mode=="play" then
  move_paddle()
  move_ball()
 elseif btnp(🅾️) or btnp(❎) then
  start()
  mode="play"
 end
 for s in all(sparks) do
  s.x+=s.dx
  s.y+=s.dy
  s.dy+=0.08
  s.left-=1
  if (s.left==0) del(sparks,s)
 end
end

function move_paddle()
 if (btn(⬅️)) paddle.x-=2.5
 if (btn(➡️)) paddle.x+=2.5
 paddle.x=mid(2,paddle.x,126-paddle.w)
end

function move_ball()
 if ball.held then
  ball.x,ball.y=paddle.x+paddle.w/2,111
  if btnp(🅾️) or btnp(❎) then
   ball.held=false
   ball.dx,ball.dy=0.7,-1.2-level*0.1
   sfx(1)
  end
  return
 end
 -- sideways first, then up or down:
 -- that shows which side was hit
 ball.x+=ball.dx
 if ball.x<4 or ball.x>123 or hit() then
  ball.x-=ball.dx
  ball.dx*=-1
  sfx(0)
 end
 ball.y+=ball.dy
 if ball.y<12 or hit() then
  ball.y-=ball.dy
  ball.dy*=-1
  sfx(0)
 end
 -- the direction depends on where
 -- it hits the paddle
 local off=ball.x-paddle.x-paddle.w/2
 if ball.dy>0 and ball.y>112 and ball.y<117 and abs(off)<paddle.w/2+2 then
  ball.dy*=-1
  ball.dx=mid(-2,off/7,2)
  sfx(1)
 end
 if ball.y>130 then
  lives-=1
  sfx(3)
  serve()
  if lives==0 then
   mode="over"
   best=max(best,score)
  end
 elseif #bricks==0 then
  sfx(4)
  bricks_anew()
 end
end

-- removes the brick at the ball
function hit()
 for b in all(bricks) do
  if ball.x>b.x-2 and ball.x<b.x+15 and ball.y>b.y-2 and ball.y<b.y+7 then
   del(bricks,b)
   score+=b.points
   sfx(2)
   for i=1,8 do
    add(sparks,{x=b.x+rnd(14),y=b.y+rnd(6),dx=rnd(1)-0.5,dy=-rnd(1),left=20+flr(rnd(20)),c=b.c})
   end
   return true
  end
 end
 return false
end

-- a centred text
function middle(text,y,color)
 -- a glyph is two letters wide: print off the screen to measure
 local wide=print(text,0,-8)
 print(text,64-wide/2,y,color)
end

function _draw()
 cls(1)
 fillp(0xa5a5)
 for i=0,5 do
  circ(64,70,20+i*16+t()*8%16,0x12)
 end
 fillp()
 rectfill(0,0,127,8,0)
 rectfill(0,9,127,9,13)
 rectfill(0,9,1,127,13)
 rectfill(126,9,127,127,13)
 for b in all(bricks) do
  rectfill(b.x,b.y+1,b.x+13,b.y+6,0)
  rectfill(b.x,b.y,b.x+12,b.y+5,b.c)
  line(b.x,b.y,b.x+12,b.y,7)
  pset(b.x+1,b.y+2,7)
 end
 for s in all(sparks) do
  pset(s.x,s.y,s.c)
 end
 rrectfill(paddle.x,114,paddle.w,6,2,5)
 rrectfill(paddle.x,114,paddle.w,5,2,6)
 rectfill(paddle.x+3,115,paddle.x+paddle.w-4,115,7)
 rectfill(paddle.x,115,paddle.x+2,117,8)
 rectfill(paddle.x+paddle.w-3,115,paddle.x+paddle.w-1,117,8)
 circfill(ball.x,ball.y,2,7)
 pset(ball.x+1,ball.y+1,6)
 print(score,3,2,7)
 middle("level "..level,2,6)
 for i=1,lives do
  print("♥",128-i*8,2,8)
 end
 if mode~="play" then
  rectfill(14,66,113,100,0)
  rect(14,66,113,100,13)
  if mode=="title" then
   print("\^w\^tbreakout",33,71,10)
  else
   middle("game over",71,8)
   middle("score "..score.."  best "..best,80,7)
  end
  middle("🅾️ start",90,6)
 end
end
