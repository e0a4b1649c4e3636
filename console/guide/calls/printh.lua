printh("a line for the terminal")
printh("hp,turn","log.csv",true) -- overwrites the file
printh("12,1","log.csv") -- appends a line
printh("seed 7","@clip") -- copies to the clipboard
