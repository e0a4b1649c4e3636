-- here "right" and o are held
local names={"⬅️ left","➡️ right","⬆️ up","⬇️ down","🅾️ o","❎ x"}
for b,name in ipairs(names) do
 print(name,44,10+b*14,btn(b-1) and 11 or 5)
end
assert(btn(➡️) and not btn(⬅️))
assert(not btn(➡️,1),"the second player presses nothing")
assert(btn()==0b010010)
