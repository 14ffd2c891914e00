//! Nested loops over matrices, by indices and by rows.

pub struct Matrix {
    pub columns: usize,
    pub values: Vec<f32>,
}

impl Matrix {
    #[inline(never)]
    pub fn product(&self, other: &Matrix) -> Matrix {
        let rows = self.values.len() / self.columns.max(1);
        let mut values = vec![0.0; rows * other.columns];
        for row in 0..rows {
            for column in 0..other.columns {
                let mut sum = 0.0;
                for at in 0..self.columns {
                    sum += self.values[row * self.columns + at]
                        * other.values[at * other.columns + column];
                }
                values[row * other.columns + column] = sum;
            }
        }
        Matrix { columns: other.columns, values }
    }

    #[inline(never)]
    pub fn transposed(&self) -> Matrix {
        let rows = self.values.len() / self.columns.max(1);
        let mut values = Vec::with_capacity(self.values.len());
        for column in 0..self.columns {
            values.extend(self.values.iter().skip(column).step_by(self.columns));
        }
        Matrix { columns: rows, values }
    }

    #[inline(never)]
    pub fn largest_in_rows(&self) -> Vec<f32> {
        let rows = self.values.chunks_exact(self.columns.max(1));
        rows.map(|row| row.iter().copied().fold(f32::MIN, f32::max)).collect()
    }
}

#[inline(never)]
pub fn blur(image: &[[u8; 64]; 64], out: &mut [[u8; 64]; 64]) {
    for y in 1..63 {
        for x in 1..63 {
            let mut sum = 0u32;
            for row in &image[y - 1..=y + 1] {
                sum += row[x - 1..=x + 1].iter().map(|it| u32::from(*it)).sum::<u32>();
            }
            out[y][x] = (sum / 9) as u8;
        }
    }
}
