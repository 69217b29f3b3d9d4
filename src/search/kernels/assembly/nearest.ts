// Gathers the k best (score, id) pairs of a scan in which thousands of pairs are above the bar before it is high enough.
// Pairs are counted in bins by score; as soon as k are in the highest bins, the bar rises to the lowest of those. One
// gathering per instance at a time.
import { selectBest } from "./select";

/** Bins over scores from −1 to 1; scores beyond are counted in the first and the last. */
const BINS: i32 = 2048;

/** Score that a pair must exceed to be worth adding. */
export let bar: f32 = 0;

let wanted: i32 = 0;
let gathered: i32 = 0;
let capacity: i32 = 0;
let scores: usize = 0;
let ids: usize = 0;
let bins: usize = 0;
/** The pairs counted in bins from this one on … */
let lowest: i32 = 0;
/** … and how many they are. */
let counted: i32 = 0;

/** Scores and ids have room for `room` pairs, at least 2k; `binsAt` for BINS numbers. k is at least 1. */
export function begin(scoresAt: usize, idsAt: usize, room: i32, binsAt: usize, k: i32, startBar: f32): void {
  memory.fill(binsAt, 0, (<usize>BINS) << 2);
  wanted = k;
  gathered = 0;
  capacity = room;
  scores = scoresAt;
  ids = idsAt;
  bins = binsAt;
  lowest = 0;
  counted = 0;
  bar = startBar;
}

@inline
function binOf(score: f32): i32 {
  // Exact: a score is in a bin if and only if it is at or above the bin's least.
  return <i32>min<f64>(BINS - 1, max<f64>(0, floor<f64>(<f64>score * <f64>(BINS / 2)) + <f64>(BINS / 2)));
}

@inline
function count(bin: i32): i32 {
  return load<i32>(bins + ((<usize>bin) << 2));
}

/** Adds a pair above the bar; returns whether that raised the bar. */
export function add(score: f32, id: u32): bool {
  store<f32>(scores + ((<usize>gathered) << 2), score);
  store<u32>(ids + ((<usize>gathered) << 2), id);
  gathered++;
  const bin = binOf(score);
  store<i32>(bins + ((<usize>bin) << 2), count(bin) + 1);
  if (bin >= lowest) counted++;
  let rises = false;
  while (counted - count(lowest) >= wanted) {
    counted -= count(lowest++);
    rises = true;
  }
  if (rises) raise(below(<f32>lowest / <f32>(BINS / 2) - 1));
  if (gathered == capacity) {
    halve();
    rises = true;
  }
  return rises;
}

function raise(to: f32): void {
  bar = max(bar, to);
}

/** The next number below. */
function below(x: f32): f32 {
  const bits = reinterpret<i32>(x);
  if (x == 0) return -f32.MIN_VALUE;
  return reinterpret<f32>(x > 0 ? bits - 1 : bits + 1);
}

/** Leaves the best unordered, except that the worst of k comes last; returns how many. */
export function end(): i32 {
  if (gathered > 0 && gathered >= wanted) halve();
  return gathered;
}

/** Keeps the k best. Those dropped stay counted, which is right: they are no better than the ones kept. */
function halve(): void {
  selectBest(scores, ids, gathered, wanted);
  gathered = wanted;
  raise(load<f32>(scores + ((<usize>(wanted - 1)) << 2)));
}
