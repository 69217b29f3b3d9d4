// Gathers pairs of a scan in which thousands are above the bar before it is high enough: they are counted in bins by
// score, and as soon as k are in the highest bins, the bar rises to the lowest of those.
import * as gather from "./gather";

/** Bins over scores from −1 to 1; scores beyond are counted in the first and the last. */
const BINS: i32 = 2048;

let wanted: i32 = 0;
let bins: usize = 0;
/** The pairs counted in bins from this one on … */
let lowest: i32 = 0;
/** … and how many they are. */
let counted: i32 = 0;

/** As `gather.begin`; `binsAt` points at BINS numbers. */
export function begin(scoresAt: usize, idsAt: usize, room: i32, binsAt: usize, k: i32, startBar: f32): void {
  gather.begin(scoresAt, idsAt, room, k, startBar);
  memory.fill(binsAt, 0, (<usize>BINS) << 2);
  wanted = k;
  bins = binsAt;
  lowest = 0;
  counted = 0;
}

@inline
function binOf(score: f32): i32 {
  // Exact: a score is in a bin if and only if it is at or above the bin's least.
  return max(0, min(BINS - 1, <i32>floor<f32>(score * <f32>(BINS / 2)) + BINS / 2));
}

@inline
function count(bin: i32): i32 {
  return load<i32>(bins + ((<usize>bin) << 2));
}

/**
 * Adds a pair above the bar; returns whether that raised the bar. Pairs that gathering drops stay counted: as many better
 * ones are kept.
 */
export function add(score: f32, id: u32): bool {
  let rises = gather.add(score, id);
  const bin = binOf(score);
  store<i32>(bins + ((<usize>bin) << 2), count(bin) + 1);
  if (bin >= lowest) counted++;
  const before = lowest;
  while (counted - count(lowest) >= wanted) counted -= count(lowest++);
  if (lowest > before) {
    gather.raise(below(<f32>lowest / <f32>(BINS / 2) - 1));
    rises = true;
  }
  return rises;
}

/** The next number below. */
function below(x: f32): f32 {
  const bits = reinterpret<i32>(x);
  if (x == 0) return -f32.MIN_VALUE;
  return reinterpret<f32>(x > 0 ? bits - 1 : bits + 1);
}
