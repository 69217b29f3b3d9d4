// Gathers the k best (score, id) pairs: pairs above the bar are kept until there is no room for more; then all but the k
// best are dropped and the bar rises. One gathering per instance at a time: every kernel starts with begin().
import { selectBest } from "./select";

/** Score that a pair must exceed to be worth adding. */
export let bar: f32 = 0;

let wanted: i32 = 0;
let gathered: i32 = 0;
let capacity: i32 = 0;
let scores: usize = 0;
let ids: usize = 0;

/** Both arrays hold up to `room` pairs, at least 2k; k is at least 1. */
export function begin(scoresAt: usize, idsAt: usize, room: i32, k: i32, startBar: f32): void {
  wanted = k;
  gathered = 0;
  capacity = room;
  scores = scoresAt;
  ids = idsAt;
  bar = startBar;
}

/** Adds a pair above the bar; returns whether that raised the bar. */
export function add(score: f32, id: u32): bool {
  store<f32>(scores + ((<usize>gathered) << 2), score);
  store<u32>(ids + ((<usize>gathered) << 2), id);
  if (++gathered < capacity) return false;
  drop();
  return true;
}

/** For a caller that knows of k pairs above `to`. */
export function raise(to: f32): void {
  bar = max(bar, to);
}

/** Leaves the best unordered, except that the worst of k comes last; returns how many. */
export function end(): i32 {
  if (gathered > 0 && gathered >= wanted) drop();
  return gathered;
}

function drop(): void {
  selectBest(scores, ids, gathered, wanted);
  gathered = wanted;
  raise(load<f32>(scores + ((<usize>(wanted - 1)) << 2)));
}
