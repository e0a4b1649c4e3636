-- where print starts, and the column that its lines return to
cursor(40,40,11)
print("a poem")
print("of two lines")
local x,y,pen=cursor(0,100)
print("its end")
assert(x==40 and y==52 and pen==11)
