// Selects and orders the k best of (score, id) pairs in two arrays (f32, u32). Of equal scores
// the lower id is better, so results are deterministic.

@inline
function scoreAt(scores: usize, i: i32): f32 {
  return load<f32>(scores + ((<usize>i) << 2));
}

@inline
function idAt(ids: usize, i: i32): u32 {
  return load<u32>(ids + ((<usize>i) << 2));
}

@inline
function put(scores: usize, ids: usize, i: i32, score: f32, id: u32): void {
  store<f32>(scores + ((<usize>i) << 2), score);
  store<u32>(ids + ((<usize>i) << 2), id);
}

@inline
function better(score: f32, id: u32, otherScore: f32, otherId: u32): bool {
  return score > otherScore || (score == otherScore && id < otherId);
}

@inline
function swap(scores: usize, ids: usize, i: i32, j: i32): void {
  const score = scoreAt(scores, i);
  const id = idAt(ids, i);
  put(scores, ids, i, scoreAt(scores, j), idAt(ids, j));
  put(scores, ids, j, score, id);
}

/** Moves the k best of `count` to the front, the worst of them to place k − 1 (Hoare's FIND). */
export function selectBest(scores: usize, ids: usize, count: i32, k: i32): void {
  if (k <= 0 || k >= count + 1) return;
  let from: i32 = 0;
  let to: i32 = count - 1;
  const wanted = k - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    const score = scoreAt(scores, middle);
    const id = idAt(ids, middle);
    let i = from;
    let j = to;
    while (i <= j) {
      while (better(scoreAt(scores, i), idAt(ids, i), score, id)) i++;
      while (better(score, id, scoreAt(scores, j), idAt(ids, j))) j--;
      if (i > j) break;
      swap(scores, ids, i, j);
      i++;
      j--;
    }
    if (wanted <= j) to = j;
    else if (wanted >= i) from = i;
    else return;
  }
}

/** Best first (Shell's sort with Ciura's gaps). */
export function sortBest(scores: usize, ids: usize, count: i32): void {
  for (let gap: i32 = count > 1750 ? 1750 : count > 701 ? 701 : 301; gap > 0; gap = nextGap(gap)) {
    for (let i = gap; i < count; i++) {
      const score = scoreAt(scores, i);
      const id = idAt(ids, i);
      let j = i;
      while (j >= gap && better(score, id, scoreAt(scores, j - gap), idAt(ids, j - gap))) {
        put(scores, ids, j, scoreAt(scores, j - gap), idAt(ids, j - gap));
        j -= gap;
      }
      put(scores, ids, j, score, id);
    }
  }
}

function nextGap(gap: i32): i32 {
  if (gap > 701) return 701;
  if (gap > 301) return 301;
  if (gap > 132) return 132;
  if (gap > 57) return 57;
  if (gap > 23) return 23;
  if (gap > 10) return 10;
  if (gap > 4) return 4;
  return gap > 1 ? 1 : 0;
}
