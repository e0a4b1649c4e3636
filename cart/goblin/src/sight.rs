//! Who sees what: symmetric shadowcasting, after Albert Ford (albertford.com/shadowcasting, CC0).
//!
//! ```text
//!   \  row 3  /        Four quarters, each row by row away from the eye. A row runs between two slopes, start and end; a wall
//!    \ row 2 /         in it narrows the view of the rows behind, and a gap between walls continues as a separate row.  
//!     \row 1/          A floor tile is seen if its middle is between the slopes: so A sees B exactly when B sees A. A wall is
//!        @             seen if anything of it is: rooms show all of their walls.
//! ```
//!
//! Slopes are fractions (numerator, denominator), compared crosswise: nothing is rounded but where the rule says so.

use kit::{Cell, Dir};

/// Shows each cell that is seen from `eye`, at most so many rows away.
pub fn sight(eye: Cell, far: i32, wall: impl Fn(Cell) -> bool, mut show: impl FnMut(Cell)) {
    show(eye);
    for dir in Dir::ALL {
        let mut rows = alloc::vec![(1, (-1, 1), (1, 1))];
        while let Some((row, mut start, end)) = rows.pop() {
            if row > far {
                continue;
            }
            // Halves are rounded towards the inside: up at the start, down at the end.
            let first = (2 * row * start.0 + start.1).div_euclid(2 * start.1);
            let last = -(end.1 - 2 * row * end.0).div_euclid(2 * end.1);
            let mut before = None;
            for col in first..=last {
                let cell = Cell::at(
                    eye.x + row * dir.dx() + col * dir.dy().abs(),
                    eye.y + row * dir.dy() + col * dir.dx().abs(),
                );
                let slope = (2 * col - 1, 2 * row);
                let solid = wall(cell);
                if solid || col * start.1 >= row * start.0 && col * end.1 <= row * end.0 {
                    show(cell);
                }
                if before == Some(true) && !solid {
                    start = slope;
                }
                if before == Some(false) && solid {
                    rows.push((row + 1, start, slope));
                }
                before = Some(solid);
            }
            if before == Some(false) {
                rows.push((row + 1, start, end));
            }
        }
    }
}
