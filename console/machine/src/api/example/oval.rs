fn oval(p8: &mut Machine) {
    // Like rect, with the corners of the box around it.
    p8.rect(14, 34, 113, 93, 1);
    for i in 0..7 {
        p8.oval(14 + i * 7, 34, 113 - i * 7, 93, 9 + i % 3);
    }
}
