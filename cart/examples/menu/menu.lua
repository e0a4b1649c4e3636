-- menu
-- by rasher

-- a menu, screens, and a saved
-- result: 64 numbers under a name,
-- with dset and dget

rows={"play","sound: on","clear best"}

function _init()
 cartdata("rasher_example_menu")
 best=dget(0)
 loud=dget(1)==0
 page="menu"
 row=1
 hits=0
 needle,speed=0,0.004
 flash,shown=0,0
end

function _update60()
 flash=max(0,flash-1)
 shown+=1
 if page=="menu" then
  menu()
 elseif page=="play" then
  play()
 elseif shown>30 and (btnp(🅾️) or btnp(❎)) then
  go("menu")
 end
end

-- switches the screen, and counts
-- how long it has been shown
function go(to)
 page=to
 shown=0
end

function noise(n)
 if (loud) sfx(n)
end

function menu()
 if (btnp(⬆️)) row-=1 noise(0)
 if (btnp(⬇️)) row+=1 noise(0)
 -- up from the first wraps around
 row=(row-1)%#rows+1
 if (not (btnp(🅾️) or btnp(❎))) return
 noise(1)
 if row==1 then
  hits,needle,speed=0,0,0.004
  go("play")
 elseif row==2 then
  loud=not loud
  dset(1,loud and 0 or 1)
 else
  best=0
  dset(0,0)
 end
end

-- the needle turns: stop it on the
-- mark, which gets narrower
function play()
 needle+=speed
 local off=abs((needle+0.25)%1-0.5)
 if btnp(🅾️) or btnp(❎) then
  if off<mark() then
   hits+=1
   flash=10
   speed=-speed*1.07
   noise(2)
  else
   over()
  end
 end
end

-- half of the mark's width, in turns
function mark()
 return max(0.1-hits*0.004,0.03)
end

function over()
 noise(3)
 if hits>best then
  best=hits
  dset(0,best)
  noise(4)
  go("best")
 else
  go("over")
 end
end

-- a point on the dial
function point(turn,r)
 return 64+cos(turn)*r,58+sin(turn)*r
end

function dial()
 circfill(64,60,41,0)
 circfill(64,58,41,flash>0 and 11 or 6)
 circfill(64,58,39,1)
 for i=0,59 do
  local x,y=point(i/60,35)
  pset(x,y,5)
 end
 -- the mark is at the top
 for i=-mark(),mark(),0.002 do
  local x,y=point(0.25+i,32)
  local u,v=point(0.25+i,38)
  line(x,y,u,v,abs(i)<mark()/3 and 10 or 9)
 end
 local x,y=point(needle,34)
 line(64,58,x,y,8)
 line(65,58,x+1,y,8)
 circfill(64,58,4,8)
 circfill(63,57,1,14)
 local text="\^w\^t"..hits
 print(text,65-#tostr(hits)*4,68,7)
end

-- a centred text
function middle(text,y,color)
 -- a glyph is two letters wide: print off the screen to measure
 local wide=print(text,0,-8)
 print(text,64-wide/2,y,color)
end

function _draw()
 cls(2)
 for y=0,15 do
  for x=0,15 do
   pset(x*8+(t()*8+y*3)\1%8,y*8+4,4)
  end
 end
 if page=="menu" then
  print("\^w\^tneedle",41,25,0)
  print("\^w\^tneedle",40,24,10)
  middle("best: "..best,40,15)
  rows[2]="sound: "..(loud and "on" or "off")
  for i=1,#rows do
   local y=52+i*13
   if i==row then
    rrectfill(24,y-3,80,11,3,8)
    print("▶",28+sin(t())*1.5,y,7)
   end
   middle(rows[i],y,i==row and 7 or 14)
  end
  print("⬆️⬇️ choose  🅾️ select",20,116,13)
 else
  dial()
  if page=="play" then
   middle("press 🅾️ on the yellow mark",108,15)
  else
   -- slides in from the top
   local y=min(shown*3,100)
   rrectfill(20,y,88,24,4,0)
   if page=="best" then
    middle("a new best: "..hits,y+5,10)
   else
    middle("missed. best: "..best,y+5,7)
   end
   middle("🅾️ continue",y+14,6)
  end
 end
end
