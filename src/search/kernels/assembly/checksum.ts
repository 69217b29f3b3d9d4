// XXH64 (Yann Collet, xxHash specification 0.1.1), seed 0.
const P1: u64 = 0x9e3779b185ebca87;
const P2: u64 = 0xc2b2ae3d27d4eb4f;
const P3: u64 = 0x165667b19e3779f9;
const P4: u64 = 0x85ebca77c2b2ae63;
const P5: u64 = 0x27d4eb2f165667c5;

@inline
function round(lane: u64, input: u64): u64 {
  return rotl<u64>(lane + input * P2, 31) * P1;
}

@inline
function merge(hash: u64, lane: u64): u64 {
  return (hash ^ round(0, lane)) * P1 + P4;
}

/** Hash of `length` bytes. */
export function checksum(start: usize, length: usize): u64 {
  let a: u64 = P1 + P2;
  let b: u64 = P2;
  let c: u64 = 0;
  let d: u64 = 0 - P1;
  const end = start + length;
  let at = start;
  for (; at + 32 <= end; at += 32) {
    a = round(a, load<u64>(at));
    b = round(b, load<u64>(at, 8));
    c = round(c, load<u64>(at, 16));
    d = round(d, load<u64>(at, 24));
  }
  return finalize(a, b, c, d, length, at, end);
}

/** Begins a hash that is computed in parts: `lanes` are four u64. */
export function beginChecksum(lanes: usize): void {
  store<u64>(lanes, P1 + P2);
  store<u64>(lanes, P2, 8);
  store<u64>(lanes, 0, 16);
  store<u64>(lanes, 0 - P1, 24);
}

/** Adds bytes, a multiple of 32. */
export function addToChecksum(lanes: usize, start: usize, length: usize): void {
  let a = load<u64>(lanes);
  let b = load<u64>(lanes, 8);
  let c = load<u64>(lanes, 16);
  let d = load<u64>(lanes, 24);
  const end = start + length;
  for (let at = start; at < end; at += 32) {
    a = round(a, load<u64>(at));
    b = round(b, load<u64>(at, 8));
    c = round(c, load<u64>(at, 16));
    d = round(d, load<u64>(at, 24));
  }
  store<u64>(lanes, a);
  store<u64>(lanes, b, 8);
  store<u64>(lanes, c, 16);
  store<u64>(lanes, d, 24);
}

/** The hash of `length` bytes, of which the last `rest`, fewer than 32, are at `start`. */
export function endChecksum(lanes: usize, length: usize, start: usize, rest: usize): u64 {
  return finalize(
    load<u64>(lanes),
    load<u64>(lanes, 8),
    load<u64>(lanes, 16),
    load<u64>(lanes, 24),
    length,
    start,
    start + rest,
  );
}

/** The lanes are of all bytes but the last few, from `at` to `end`. */
function finalize(a: u64, b: u64, c: u64, d: u64, length: usize, at: usize, end: usize): u64 {
  let hash: u64;
  if (length >= 32) {
    hash = rotl<u64>(a, 1) + rotl<u64>(b, 7) + rotl<u64>(c, 12) + rotl<u64>(d, 18);
    hash = merge(hash, a);
    hash = merge(hash, b);
    hash = merge(hash, c);
    hash = merge(hash, d);
  } else hash = P5;
  hash += <u64>length;
  while (at + 8 <= end) {
    hash = rotl<u64>(hash ^ round(0, load<u64>(at)), 27) * P1 + P4;
    at += 8;
  }
  if (at + 4 <= end) {
    hash = rotl<u64>(hash ^ ((<u64>load<u32>(at)) * P1), 23) * P2 + P3;
    at += 4;
  }
  while (at < end) {
    hash = rotl<u64>(hash ^ ((<u64>load<u8>(at)) * P5), 11) * P1;
    at++;
  }
  hash = (hash ^ (hash >> 33)) * P2;
  hash = (hash ^ (hash >> 29)) * P3;
  return hash ^ (hash >> 32);
}
