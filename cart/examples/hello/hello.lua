-- hello
-- by rasher

-- the shortest way to a picture:
-- one hook, called every frame,
-- that redraws everything

function _draw()
 cls(1)
 -- the same stars each time
 for i=1,50 do
  pset(i*37%128,i*i*7%78,5+i%3)
 end
 -- a slice of bacon that waves
 for x=20,107 do
  local y=80+sin(x/70+t()/3)*5
  line(x,y,x,y+25,2)
  line(x,y+1,x,y+24,8)
  line(x,y+5,x,y+7,15)
  line(x,y+16,x,y+19,15)
  pset(x,y+8,14)
  pset(x,y+20,14)
 end
 -- its face
 for x=55,73,18 do
  local y=90+sin(x/70+t()/3)*5
  circfill(x,y,4,7)
  circfill(x+1,y+1,2,0)
 end
 for i=-5,5 do
  pset(64+i,100-i*i/9+sin(64/70+t()/3)*5,0)
 end
 -- letters, each dancing a little
 -- behind the one before
 local text="hello, you!"
 for i=1,#text do
  local x,y=12+i*9-5,34+sin(t()/2-i/14)*9
  print("\^w\^t"..text[i],x+1,y+1,0)
  print("\^w\^t"..text[i],x,y,8+i%7)
 end
end
