-- the pause menu gets two items, and what each does when it is chosen
menuitem(1,"restart level",function() run() end)
menuitem(2,"music: on",function()
 music(-1)
 return true -- the menu stays open
end)
-- later: another label, another function, and away with the first
menuitem(2,"music: off",function() music(0) end)
menuitem(1)
