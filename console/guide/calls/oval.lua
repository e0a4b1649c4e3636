-- like rect, with the corners of the box around it
rect(14,34,113,93,1)
for i=0,6 do
 oval(14+i*7,34,113-i*7,93,9+i%3)
end
