-- a world of 1 mb: thousands of things in tables of their own, some of which move in each frame
kinds=split"tree,rock,bush,door,goblin,chest,lamp,sign"
function make(i)
 local home=i
 return {
  x=rnd(1024),y=rnd(1024),dx=rnd(2)-1,dy=rnd(2)-1,
  kind=rnd(kinds),name="thing "..i,
  life=100+i%50,at={i%64,i\64},
  back=i%8==0 and function(it) home+=1 it.x=home%1024 end or nil
 }
end
function _init()
 things={}
 for i=1,2350 do add(things,make(i)) end
 first=1
end
function _update60()
 for i=first,first+149 do
  local it=things[i%#things+1]
  it.x=(it.x+it.dx)%1024
  it.y=(it.y+it.dy)%1024
  it.life-=1
  if it.life<0 then
   it.life=100+rnd(50)
   it.name="again "..flr(it.x)
   if (it.back) it:back()
  end
 end
 first=(first+150)%#things
end
function _draw()
 cls(1)
 camera(first%64,0)
 for i=1,#things,16 do
  local it=things[i]
  if (it.x<128 and it.y<128) spr(it.life%32,it.x,it.y)
 end
 camera()
 print(stat(0)\1,1,1,7)
end
