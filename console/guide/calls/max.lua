local a,b=3.7,-2.5
for n in all({max(a,b),min(a,b),ceil(a),ceil(b),abs(b),sgn(b)}) do
 print(n)
end
-- rounded down, for indexing and counting
assert(flr(a)==3 and flr(b)==-3)
-- the middle of three numbers keeps any x on the screen
local x=mid(0,140,127)
circfill(x,64,20,12)
assert(x==127)
