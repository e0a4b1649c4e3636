printh("a line for the terminal")
printh("hp,turn","log.csv",true) -- begins the file anew
printh("12,1","log.csv") -- a line more
printh("seed 7","@clip") -- for the clipboard
