-- a box that opens, types its pages and closes
pages={
 "the smokehouse is cold.\nnobody has lit it for years.",
 "somewhere above\na golden ham is hanging.",
 "bring it down,\nand mind the butcher.",
}

function _init()
 box=nil
 wait=30
end

function say(texts)
 box={texts=texts,page=1,chars=0,h=0,closing=false}
end

function update_box()
 local text=box.texts[box.page]
 if box.closing then
  box.h-=4
  if box.h<=0 then box=nil end
  return
 end
 if box.h<36 then
  box.h+=4
  return
 end
 if box.chars<#text then
  box.chars+=1
  if box.chars%3==0 then sfx(5) end
  if btnp(5) then box.chars=#text end
 elseif btnp(5) then
  box.page+=1
  box.chars=0
  if box.page>#box.texts then
   box.page-=1
   box.closing=true
  end
 end
end

function _update()
 if box then
  update_box()
 else
  wait-=1
  if wait<=0 or btnp(5) then
   say(pages)
   wait=150
  end
 end
end

function draw_box()
 local y=100-box.h/2
 rectfill(8,y,119,y+box.h,0)
 rect(8,y,119,y+box.h,6)
 if box.h<36 or box.closing then return end
 clip(10,y+2,108,box.h-3)
 print(sub(box.texts[box.page],1,box.chars),13,y+6,7)
 clip()
 if box.chars==#box.texts[box.page] and time()%1<0.5 then
  print("❎",110,y+box.h-7,12)
 end
end

function _draw()
 cls(2)
 map(0,0,0,0,16,16)
 spr(16,60,60)
 if box then draw_box() end
end
