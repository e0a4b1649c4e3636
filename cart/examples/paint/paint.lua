-- paint
-- by rasher

-- the mouse, with stat; and a canvas:
-- drawing calls go to the sheet for
-- a moment, and then it is shown

function _init()
 -- turns on mouse and keyboard
 poke(0x5f2d,1)
 pen={x=64,y=50,color=8,size=2,down=false}
 -- the previous picture, for undo
 memcpy(0x8000,0,0x1c00)
end

-- draws to the sheet instead of
-- the screen: its rows 0 to 111
-- are the canvas
function on_canvas(draw)
 poke(0x5f55,0x00)
 clip(0,0,128,112)
 draw()
 clip()
 poke(0x5f55,0x60)
end

function _update60()
 local x,y,buttons=stat(32),stat(33),stat(34)
 local down=buttons&1>0
 pen.size=mid(0,pen.size+stat(36),12)
 if y>=112 then
  -- on the palette: choose a colour
  if down and not pen.down then
   if (x>=0 and x<128) pen.color=x\8
  end
 elseif down then
  -- the last stroke can be
  -- undone
  if (not pen.down) memcpy(0x8000,0,0x1c00)
  on_canvas(function() stroke(x,y) end)
 elseif buttons&2>0 then
  pen.color=sget(x,y)
 end
 if btnp(🅾️) then
  memcpy(0,0x8000,0x1c00)
 end
 if btnp(❎) then
  memcpy(0x8000,0,0x1c00)
  memset(0,0x77,0x1c00)
 end
 pen.x,pen.y,pen.down=x,y,down
end

-- circles close together, from the
-- pen's old position to the new one
function stroke(x,y)
 local fx,fy=x,y
 if (pen.down) fx,fy=pen.x,pen.y
 local n=max(abs(x-fx),max(abs(y-fy),1))
 for i=0,n do
  circfill(fx+(x-fx)*i/n,fy+(y-fy)*i/n,pen.size,pen.color)
 end
end

function _draw()
 cls()
 -- here black is a colour too
 palt(0,false)
 sspr(0,0,128,112,0,0)
 palt()
 rectfill(0,112,127,127,5)
 for i=0,15 do
  rectfill(i*8,113,i*8+6,119,i)
 end
 rect(pen.color*8-1,112,pen.color*8+7,120,7)
 print("🅾️ undo  ❎ clear  wheel:",3,122,7)
 print(pen.size,112,122,10)
 -- the pen
 local x,y=pen.x,pen.y
 if y<112 then
  circ(x,y,pen.size+1,pget(x,y)<6 and 7 or 0)
 end
 line(x+1,y+1,x+5,y+5,0)
 line(x,y,x+4,y+4,7)
 line(x,y,x+2,y,7)
 line(x,y,x,y+2,7)
end
