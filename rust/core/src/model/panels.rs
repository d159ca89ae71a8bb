//! Numbers of tokens, a column for each token: 48 tokens stand side by side in a panel, one row below the other.

/// Tokens side by side, which three registers of AVX-512 hold.
pub const WIDTH: usize = 48;

/// A row of a panel.
pub type Row = [f32; WIDTH];

/// So many features of so many tokens. The last panel has room to spare.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    values: Vec<f32>,
    features: usize,
}

impl Panels {
    /// Zeros for so many features and tokens, in the memory that is there already.
    pub fn resize(&mut self, features: usize, tokens: usize) {
        self.features = features;
        self.values.clear();
        self.values.resize(features * tokens.div_ceil(WIDTH) * WIDTH, 0.0);
    }

    /// Rows of a token's column.
    pub fn features(&self) -> usize {
        self.features
    }

    /// All numbers, panel by panel.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The rows of each panel.
    pub fn panels_mut(&mut self) -> impl Iterator<Item = &mut [Row]> {
        self.values.chunks_exact_mut((self.features * WIDTH).max(1)).map(|panel| panel.as_chunks_mut().0)
    }

    fn start(&self, feature: usize, token: usize) -> usize {
        (token / WIDTH * self.features + feature) * WIDTH + token % WIDTH
    }

    /// Writes a token's column.
    pub fn set_column(&mut self, token: usize, column: impl Iterator<Item = f32>) {
        let start = self.start(0, token);
        for (row, value) in self.values[start..].chunks_mut(WIDTH).zip(column) {
            row[0] = value;
        }
    }

    /// A token's column.
    pub fn column(&self, token: usize) -> impl Iterator<Item = f32> {
        self.values[self.start(0, token)..].chunks(WIDTH).take(self.features).map(|row| row[0])
    }

    /// Copies a feature of tokens in a row out of the panels.
    pub fn copy_out(&self, feature: usize, first: usize, to: &mut [f32]) {
        let mut done = 0;
        while done < to.len() {
            let token = first + done;
            let count = (WIDTH - token % WIDTH).min(to.len() - done);
            to[done..done + count].copy_from_slice(&self.values[self.start(feature, token)..][..count]);
            done += count;
        }
    }

    /// Copies a feature of tokens in a row into the panels.
    pub fn copy_in(&mut self, feature: usize, first: usize, from: &[f32]) {
        let mut done = 0;
        while done < from.len() {
            let token = first + done;
            let count = (WIDTH - token % WIDTH).min(from.len() - done);
            let start = self.start(feature, token);
            self.values[start..start + count].copy_from_slice(&from[done..done + count]);
            done += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_of_the_same_numbers() {
        let (features, tokens) = (3, 100);
        let mut panels = Panels::default();
        panels.resize(features, tokens);
        for token in 0..tokens {
            panels.set_column(token, (0..features).map(|feature| (feature * 1000 + token) as f32));
        }
        let mut row = vec![0.0; 90];
        panels.copy_out(2, 7, &mut row);
        assert_eq!(row, (7..97).map(|token| (2000 + token) as f32).collect::<Vec<_>>());
        panels.copy_in(1, 7, &row);
        assert_eq!(panels.column(96).collect::<Vec<_>>(), [96.0, 2096.0, 2096.0]);
        assert_eq!(panels.column(97).collect::<Vec<_>>(), [97.0, 1097.0, 2097.0]);
    }
}
