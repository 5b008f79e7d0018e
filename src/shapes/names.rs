//! Names of symbols: those that torch would give, so that its users find them in logs and graphs.
//!
//! torch calls a symbol after a hash of where its value comes from (`ShapeEnv._generate_unique_id`), so that it has the same
//! name in each compilation: `L['x'].size()[0]` is `s77`.

/// The numbers in the names of a trace's backed symbols.
#[derive(Debug, Default, Clone)]
pub struct Numbers {
    taken: Vec<bool>,
}

impl Numbers {
    /// The number of a new symbol: the hash of its source, or the next that is free.
    pub fn take(&mut self, source: &str) -> usize {
        let first = remainder(&sha256(source.as_bytes()), 100) as usize;
        let free = (first..).find(|number| !self.taken.get(*number).is_some_and(|taken| *taken));
        let number = free.unwrap_or(first);
        if number >= self.taken.len() {
            self.taken.resize(number + 1, false);
        }
        self.taken[number] = true;
        number
    }

    pub fn give_back(&mut self, number: usize) {
        self.taken[number] = false;
    }
}

/// A number of many bytes, the highest first, modulo a small one.
fn remainder(digits: &[u32; 8], divisor: u64) -> u64 {
    digits.iter().fold(0, |rest, digit| ((rest << 32) + u64::from(*digit)) % divisor)
}

/// SHA-256 (FIPS 180-4).
fn sha256(text: &[u8]) -> [u32; 8] {
    let mut state = INITIAL;
    let mut blocks = text.chunks_exact(64);
    for block in &mut blocks {
        compress(&mut state, block);
    }
    let mut last = [0; 128];
    let rest = blocks.remainder();
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    last[end - 8..end].copy_from_slice(&(8 * text.len() as u64).to_be_bytes());
    last[..end].chunks_exact(64).for_each(|block| compress(&mut state, block));
    state
}

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for t in 16..64 {
        let (early, late) = (words[t - 15], words[t - 2]);
        let early = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let late = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words[t] = words[t - 16].wrapping_add(early).wrapping_add(words[t - 7]).wrapping_add(late);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (constant, word) in CONSTANTS.iter().zip(words) {
        let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let one = h.wrapping_add(mixed).wrapping_add(e & f ^ !e & g).wrapping_add(*constant).wrapping_add(word);
        let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let other = mixed.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(other));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

const INITIAL: [u32; 8] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

#[rustfmt::skip]
const CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
