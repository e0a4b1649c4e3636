local a=-2.5
-- shr keeps the sign, lshr shifts in zeros, rotl and rotr rotate
local rows={a,shl(a,2),shr(a,2),lshr(a,2)}
for y,row in ipairs(rows) do
 for x=0,31 do
  local first=shl(row,x)<0 -- the sign comes first
  circfill(2+x*4,2+y*24,1,first and 10 or 1)
 end
 print(row,1,y*24-10,6)
end
-- the same as operators: << >> >>> <<> >><, & | ^^ ~
assert(a<<2==-10 and a>>2==-0.625 and a>>>2==0x3fff.6)
assert(a<<>2>><2==a and rotr(rotl(a,2),2)==a)
assert(12&10|1==9)
