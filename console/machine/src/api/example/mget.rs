fn mget(p8: &mut Machine) {
    p8.map();
    let (x, y) = (10, 5);
    let tile = p8.mget(x, y);
    p8.rect(x * 8, y * 8, x * 8 + 7, y * 8 + 7, 7);
    p8.print_at(format!("tile {tile}"), 80, 96, 7);
    assert_eq!(tile, 5, "water");
    assert_eq!(p8.mget(-1, 0), 0, "nothing beyond the edge");
}
