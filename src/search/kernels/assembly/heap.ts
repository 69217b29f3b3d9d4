// The k best (score, document) pairs, worst at the root. Equal scores: the lower document number is better.
// One heap per instance at a time: every kernel starts with reset().
let count: i32 = 0;
let capacity: i32 = 0;
let scores: usize = 0;
let documents: usize = 0;
/** Score that a new pair must beat once the heap is full. */
export let threshold: f32 = 0;
export let full: bool = false;

export function reset(scoresAt: usize, documentsAt: usize, k: i32, startThreshold: f32, startFull: bool): void {
  count = 0;
  capacity = k;
  scores = scoresAt;
  documents = documentsAt;
  threshold = startThreshold;
  full = startFull;
}

export function size(): i32 {
  return count;
}

@inline
function scoreAt(i: i32): f32 {
  return load<f32>(scores + ((<usize>i) << 2));
}

@inline
function documentAt(i: i32): u32 {
  return load<u32>(documents + ((<usize>i) << 2));
}

@inline
function put(i: i32, score: f32, document: u32): void {
  store<f32>(scores + ((<usize>i) << 2), score);
  store<u32>(documents + ((<usize>i) << 2), document);
}

@inline
function worse(score: f32, document: u32, otherScore: f32, otherDocument: u32): bool {
  return score < otherScore || (score == otherScore && document > otherDocument);
}

export function push(score: f32, document: u32): void {
  if (count < capacity) siftUp(count++, score, document);
  else if (worse(scoreAt(0), documentAt(0), score, document)) siftDown(score, document);
  if (count == capacity) {
    full = true;
    const worst = scoreAt(0);
    if (worst > threshold) threshold = worst;
  }
}

function siftUp(start: i32, score: f32, document: u32): void {
  let i = start;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!worse(score, document, scoreAt(parent), documentAt(parent))) break;
    put(i, scoreAt(parent), documentAt(parent));
    i = parent;
  }
  put(i, score, document);
}

function siftDown(score: f32, document: u32): void {
  let i: i32 = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= count) break;
    if (
      child + 1 < count &&
      worse(scoreAt(child + 1), documentAt(child + 1), scoreAt(child), documentAt(child))
    )
      child++;
    if (!worse(scoreAt(child), documentAt(child), score, document)) break;
    put(i, scoreAt(child), documentAt(child));
    i = child;
  }
  put(i, score, document);
}
