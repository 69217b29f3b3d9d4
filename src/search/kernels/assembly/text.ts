// BM25 top-k by upper bounds, a window of documents at a time, with MaxScore inside the window.
// Bounds are byte impacts times a per-query weight; the caller rescores exactly (see rescore below).
import * as heap from "./heap";

const WINDOW_SHIFT: u32 = 12;
const WINDOW: u32 = 1 << 12;

@unmanaged
class Term {
  documents: u32; // u32[length], ascending
  impacts: u32; // u8[length]
  frequencies: u32; // u8[length]
  length: u32;
  windowMaxima: u32; // u8 per window, or 0 for a rare term
  maxBound: f32; // weight × greatest impact
  weight: f32;
  cursor: u32;
  bound: f32; // greatest contribution in the current window
  idf: f64;
}
const TERM_SIZE: usize = 48;

@inline
function termAt(terms: usize, i: u32): Term {
  return changetype<Term>(terms + (<usize>i) * TERM_SIZE);
}

/** First position at or after `cursor` whose document is at least `target`. */
@inline
function gallop(documents: usize, cursor: u32, length: u32, target: u32): u32 {
  if (cursor >= length || load<u32>(documents + ((<usize>cursor) << 2)) >= target) return cursor;
  let step: u32 = 1;
  let low = cursor;
  let high = cursor + 1;
  while (high < length && load<u32>(documents + ((<usize>high) << 2)) < target) {
    low = high;
    step <<= 1;
    high = low + step;
  }
  if (high > length) high = length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (load<u32>(documents + ((<usize>middle) << 2)) < target) low = middle;
    else high = middle;
  }
  return high;
}

@inline
function allowed(mask: usize, document: u32): bool {
  return mask == 0 || (load<u8>(mask + (document >> 3)) & ((<u8>1) << (<u8>(document & 7)))) != 0;
}

let queryTerms: usize = 0;
let order: usize = 0; // u32 per active term, ascending bound
let documentMask: usize = 0;
let nonEssential: i32 = 0;

/** Completes a document found through essential terms with the non-essential ones, largest first. */
function complete(document: u32, essentialScore: f32, otherBounds: f32): void {
  if (!allowed(documentMask, document)) return;
  let score = essentialScore;
  let remaining = otherBounds;
  for (let j = nonEssential - 1; j >= 0; j--) {
    if (heap.full && score + remaining <= heap.threshold) return;
    const term = termAt(queryTerms, load<u32>(order + ((<usize>j) << 2)));
    const at = gallop(term.documents, term.cursor, term.length, document);
    term.cursor = at;
    if (at < term.length && load<u32>(<usize>term.documents + ((<usize>at) << 2)) == document)
      score += term.weight * <f32>load<u8>(<usize>term.impacts + at);
    remaining -= term.bound;
  }
  if (!heap.full || score > heap.threshold) heap.push(score, document);
}

/** Sorts the terms present in a window by bound; returns how many. A rare term must have a posting there. */
function orderTerms(count: i32, w: u32): i32 {
  let active: i32 = 0;
  const base = w << WINDOW_SHIFT;
  for (let i = 0; i < count; i++) {
    const term = termAt(queryTerms, i);
    let bound: f32;
    if (term.windowMaxima) bound = term.weight * <f32>load<u8>(<usize>term.windowMaxima + w);
    else {
      term.cursor = gallop(term.documents, term.cursor, term.length, base);
      const present =
        term.cursor < term.length && load<u32>(<usize>term.documents + ((<usize>term.cursor) << 2)) - base < WINDOW;
      bound = present ? term.maxBound : 0;
    }
    if (bound <= 0) continue;
    term.bound = bound;
    let j = active++;
    while (j > 0) {
      const previous = load<u32>(order + ((<usize>(j - 1)) << 2));
      if (termAt(queryTerms, previous).bound <= bound) break;
      store<u32>(order + ((<usize>j) << 2), previous);
      j--;
    }
    store<u32>(order + ((<usize>j) << 2), i);
  }
  return active;
}

/** Greatest possible score in each window, into f32 per window; returns the greatest of all. */
function boundWindows(count: i32, windows: u32, bounds: usize): f32 {
  memory.fill(bounds, 0, (<usize>windows) << 2);
  for (let i = 0; i < count; i++) {
    const term = termAt(queryTerms, i);
    if (term.windowMaxima) {
      for (let w: u32 = 0; w < windows; w++) {
        const at = bounds + ((<usize>w) << 2);
        store<f32>(at, load<f32>(at) + term.weight * <f32>load<u8>(<usize>term.windowMaxima + w));
      }
      continue;
    }
    let last: u32 = 0xffffffff;
    for (let j: u32 = 0; j < term.length; j++) {
      const w = load<u32>(<usize>term.documents + ((<usize>j) << 2)) >> WINDOW_SHIFT;
      if (w == last) continue;
      last = w;
      const at = bounds + ((<usize>w) << 2);
      store<f32>(at, load<f32>(at) + term.maxBound);
    }
  }
  let greatest: f32 = 0;
  for (let w: u32 = 0; w < windows; w++) greatest = max(greatest, load<f32>(bounds + ((<usize>w) << 2)));
  return greatest;
}

/** One essential term: its postings in the window are the candidates. */
function scanOne(base: u32, end: u32, otherBounds: f32): void {
  const term = termAt(queryTerms, load<u32>(order + ((<usize>nonEssential) << 2)));
  const documents: usize = term.documents;
  let at = gallop(documents, term.cursor, term.length, base);
  while (at < term.length) {
    const document = load<u32>(documents + ((<usize>at) << 2));
    if (document >= end) break;
    const score = term.weight * <f32>load<u8>(<usize>term.impacts + at);
    if (!heap.full || score + otherBounds > heap.threshold) complete(document, score, otherBounds);
    at++;
  }
  term.cursor = at;
}

/** Several essential terms: summed into the window's accumulators, then four documents tested at a time. */
function scanMany(base: u32, end: u32, active: i32, sums: usize, otherBounds: f32): void {
  for (let e = nonEssential; e < active; e++) {
    const term = termAt(queryTerms, load<u32>(order + ((<usize>e) << 2)));
    const documents: usize = term.documents;
    let at = gallop(documents, term.cursor, term.length, base);
    while (at < term.length) {
      const document = load<u32>(documents + ((<usize>at) << 2));
      if (document >= end) break;
      const sum = sums + ((<usize>(document - base)) << 2);
      store<f32>(sum, load<f32>(sum) + term.weight * <f32>load<u8>(<usize>term.impacts + at));
      at++;
    }
    term.cursor = at;
  }
  const zero = f32x4.splat(0);
  for (let j: u32 = 0; j < WINDOW; j += 4) {
    const at = sums + ((<usize>j) << 2);
    const four = v128.load(at);
    const needed: f32 = heap.full ? heap.threshold - otherBounds : 0;
    if (v128.any_true(f32x4.gt(four, f32x4.splat(needed)))) {
      for (let lane: u32 = 0; lane < 4; lane++) {
        const score = load<f32>(at + (lane << 2));
        if (score > 0 && (!heap.full || score + otherBounds > heap.threshold))
          complete(base + j + lane, score, otherBounds);
      }
    }
    v128.store(at, zero);
  }
}

/** Scores one window, unless its bound cannot beat what is kept. */
function searchWindow(termCount: i32, w: u32, documentCount: u32, sums: usize): void {
  const active = orderTerms(termCount, w);
  nonEssential = 0;
  let otherBounds: f32 = 0;
  if (heap.full)
    while (nonEssential < active) {
      const bound = termAt(queryTerms, load<u32>(order + ((<usize>nonEssential) << 2))).bound;
      if (otherBounds + bound > heap.threshold) break;
      otherBounds += bound;
      nonEssential++;
    }
  if (nonEssential == active) return;
  const base = w << WINDOW_SHIFT;
  let end = base + WINDOW;
  if (end > documentCount) end = documentCount;
  if (active - nonEssential == 1) scanOne(base, end, otherBounds);
  else scanMany(base, end, active, sums, otherBounds);
}

/**
 * Upper-bound top-k over `documentCount` documents. `sums` is f32[4096], zero on entry and on return;
 * `bounds` has an f32 per window. Windows with the greatest bounds come first, so that the rest can be
 * skipped. `startThreshold` > 0 promises that at least k documents reach it. Returns how many were kept.
 */
export function searchText(
  terms: usize,
  termCount: i32,
  orderAt: usize,
  sums: usize,
  bounds: usize,
  documentCount: u32,
  mask: usize,
  k: i32,
  scoresAt: usize,
  documentsAt: usize,
  startThreshold: f32,
): i32 {
  heap.reset(scoresAt, documentsAt, k, startThreshold, startThreshold > 0);
  queryTerms = terms;
  order = orderAt;
  documentMask = mask;
  const windows = (documentCount + WINDOW - 1) >> WINDOW_SHIFT;
  const greatest = boundWindows(termCount, windows, bounds);
  let above: f32 = f32.MAX_VALUE;
  for (let pass = 0; pass < 3; pass++) {
    const least: f32 = pass == 0 ? greatest * 0.85 : pass == 1 ? greatest * 0.6 : 0;
    for (let i = 0; i < termCount; i++) termAt(terms, i).cursor = 0;
    for (let w: u32 = 0; w < windows; w++) {
      const bound = load<f32>(bounds + ((<usize>w) << 2));
      if (bound <= least || bound > above) continue;
      if (heap.full && bound <= heap.threshold) continue;
      searchWindow(termCount, w, documentCount, sums);
    }
    above = least;
  }
  return heap.size();
}

/**
 * Exact BM25 of `count` documents in ascending order: writes f64 scores, and to `matched` (u32 each) a bit
 * per query term present (the first 32 terms). Terms are added in the order given.
 */
export function scoreExactly(
  terms: usize,
  termCount: i32,
  documents: usize,
  count: i32,
  lengths: usize,
  k1: f64,
  b: f64,
  averageLength: f64,
  scoresAt: usize,
  matchedAt: usize,
): void {
  for (let i = 0; i < count; i++) {
    store<f64>(scoresAt + ((<usize>i) << 3), 0);
    store<u32>(matchedAt + ((<usize>i) << 2), 0);
  }
  for (let t = 0; t < termCount; t++) {
    const term = termAt(terms, t);
    let cursor: u32 = 0;
    for (let i = 0; i < count; i++) {
      const document = load<u32>(documents + ((<usize>i) << 2));
      cursor = gallop(term.documents, cursor, term.length, document);
      if (cursor >= term.length) break;
      if (load<u32>(<usize>term.documents + ((<usize>cursor) << 2)) != document) continue;
      const frequency = <f64>load<u8>(<usize>term.frequencies + cursor);
      const length = <f64>load<u32>(lengths + ((<usize>document) << 2));
      const norm = k1 * (1 - b + (b * length) / averageLength);
      const at = scoresAt + ((<usize>i) << 3);
      store<f64>(at, load<f64>(at) + (term.idf * frequency * (k1 + 1)) / (frequency + norm));
      if (t < 32) {
        const matched = matchedAt + ((<usize>i) << 2);
        store<u32>(matched, load<u32>(matched) | (1 << t));
      }
    }
  }
}
