-- a menu with submenus, a cursor and values that are changed left and right
items={
 {name="start"},
 {name="music",value=5,most=9},
 {name="speed",value=1,most=3},
 {name="lives",value=3,most=5},
 {name="quit"},
}

function _init()
 at=1
 state="menu"
 blink=0
end

function change(item,by)
 if item.value then
  local v=mid(0,item.value+by,item.most)
  if v!=item.value then
   item.value=v
   sfx(1)
  else
   sfx(2)
  end
 end
end

function choose(item)
 if item.name=="start" then
  state="play"
 elseif item.name=="quit" then
  state="bye"
 else
  change(item,1)
 end
 sfx(3)
end

function _update()
 blink+=1
 if state!="menu" then
  if btnp(4) then state="menu" end
  return
 end
 if btnp(2) then at-=1 end
 if btnp(3) then at+=1 end
 if at<1 then at=#items end
 if at>#items then at=1 end
 local item=items[at]
 if btnp(0) then change(item,-1) end
 if btnp(1) then change(item,1) end
 if btnp(5) then choose(item) end
end

function _draw()
 cls()
 if state!="menu" then
  print(state,50,60,7)
  return
 end
 rect(20,20,107,90,6)
 for i=1,#items do
  local item=items[i]
  local y=20+i*12
  local c=6
  if i==at then
   c=7
   if blink%30<20 then print(">",26,y,10) end
  end
  print(item.name,34,y,c)
  if item.value then
   rectfill(66,y,66+item.most*4,y+4,1)
   rectfill(66,y,66+item.value*4,y+4,c)
  end
 end
end
