-- adds two items to the pause menu, each with a callback
menuitem(1,"restart level",function() run() end)
menuitem(2,"music: on",function()
 music(-1)
 return true -- keeps the menu open
end)
-- later: changes a label and its callback, and removes the first item
menuitem(2,"music: off",function() music(0) end)
menuitem(1)
