// BM25 top-k by upper bounds, a window of documents at a time, with MaxScore inside the window.
// Bounds are byte impacts times a per-query weight; the caller rescores exactly (see rescore below).
import * as heap from "./heap";

const WINDOW_SHIFT: u32 = 12;
const WINDOW: u32 = 1 << 12;

// @ts-ignore: decorator
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

// @ts-ignore: decorator
@inline
function termAt(terms: usize, i: u32): Term {
  return changetype<Term>(terms + (<usize>i) * TERM_SIZE);
}

/** First position at or after `cursor` whose document is at least `target`. */
// @ts-ignore: decorator
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

// @ts-ignore: decorator
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

/** Sorts the terms present in window `w` by bound; returns how many, their sum in `windowBound`. */
let windowBound: f32 = 0;
function orderTerms(count: i32, w: u32): i32 {
  let active: i32 = 0;
  windowBound = 0;
  for (let i = 0; i < count; i++) {
    const term = termAt(queryTerms, i);
    if (term.cursor >= term.length) continue;
    const bound: f32 = term.windowMaxima
      ? term.weight * <f32>load<u8>(<usize>term.windowMaxima + w)
      : term.maxBound;
    if (bound <= 0) continue;
    term.bound = bound;
    windowBound += bound;
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

/**
 * Upper-bound top-k over `documentCount` documents. `sums` is f32[4096], zero on entry and on return.
 * `startThreshold` > 0 promises that at least k documents reach it. Returns how many pairs were kept.
 */
export function searchText(
  terms: usize,
  termCount: i32,
  orderAt: usize,
  sums: usize,
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
  for (let i = 0; i < termCount; i++) termAt(terms, i).cursor = 0;
  const windows = (documentCount + WINDOW - 1) >> WINDOW_SHIFT;
  for (let w: u32 = 0; w < windows; w++) {
    const active = orderTerms(termCount, w);
    if (active == 0) continue;
    if (heap.full && windowBound <= heap.threshold) continue;
    nonEssential = 0;
    let otherBounds: f32 = 0;
    if (heap.full)
      while (nonEssential < active) {
        const bound = termAt(terms, load<u32>(order + ((<usize>nonEssential) << 2))).bound;
        if (otherBounds + bound > heap.threshold) break;
        otherBounds += bound;
        nonEssential++;
      }
    if (nonEssential == active) continue;
    const base = w << WINDOW_SHIFT;
    let end = base + WINDOW;
    if (end > documentCount) end = documentCount;
    if (active - nonEssential == 1) scanOne(base, end, otherBounds);
    else scanMany(base, end, active, sums, otherBounds);
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
