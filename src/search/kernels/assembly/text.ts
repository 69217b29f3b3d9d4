// BM25 top-k by upper bounds, a window of documents at a time. Bounds are byte impacts times a per-query weight; the
// caller rescores exactly (see scoreExactly below). Windows that cannot beat the gathered pairs are skipped; in the others
// every posting is added up: completing the sums of fewer documents (MaxScore) took twice as long on real queries.
import * as gather from "./gather";

const WINDOW_SHIFT: u32 = 12;
const WINDOW: u32 = 1 << 12;

@unmanaged
class Term {
  postings: u32; // u16[length], ascending in each window: number within it << 4 | frequency
  impacts: u32; // u8[length]
  length: u32;
  windowEnds: u32; // u32 per window: end of its postings; or 0 for a rare term
  windows: u32; // u16[length], of a rare term
  windowMaxima: u32; // u8 per window, of a frequent term
  maxBound: f32; // weight × greatest impact
  weight: f32;
  first: u32; // number of its first posting in the segment
  from: u32; // postings of the current window
  to: u32;
  idf: f64;
}
const TERM_SIZE: usize = 56;

@unmanaged
class Index {
  lengths: u32; // u32 per document
  highAt: u32; // u32[highCount], ascending: postings whose frequency does not fit
  highFrequencies: u32; // u8[highCount]
  highCount: u32;
}

/** In a posting: its frequency is among the high ones. */
const HIGH: u32 = 15;

@inline
function termAt(terms: usize, i: u32): Term {
  return changetype<Term>(terms + (<usize>i) * TERM_SIZE);
}

/** Number of a posting's document within its window. */
@inline
function numberAt(postings: usize, at: u32): u32 {
  return (<u32>load<u16>(postings + ((<usize>at) << 1))) >> 4;
}

@inline
function windowAt(windows: usize, at: u32): u32 {
  return load<u16>(windows + ((<usize>at) << 1));
}

/** Finds a term's postings in window w. Windows must be entered in ascending order, from `to` = 0 on. */
function enterWindow(term: Term, w: u32): void {
  if (term.windowEnds) {
    const end = <usize>term.windowEnds + ((<usize>w) << 2);
    term.from = w == 0 ? 0 : load<u32>(end - 4);
    term.to = load<u32>(end);
    return;
  }
  const windows: usize = term.windows;
  const length = term.length;
  let at = term.to;
  while (at < length && windowAt(windows, at) < w) at++;
  term.from = at;
  while (at < length && windowAt(windows, at) == w) at++;
  term.to = at;
}

@inline
function allowed(mask: usize, document: u32): bool {
  return mask == 0 || (load<u8>(mask + (document >> 3)) & ((<u8>1) << (<u8>(document & 7)))) != 0;
}

/** Greatest possible score in each window, into f32 per window; returns the greatest of all. */
function boundWindows(terms: usize, count: i32, windows: u32, bounds: usize): f32 {
  memory.fill(bounds, 0, (<usize>windows) << 2);
  for (let i = 0; i < count; i++) {
    const term = termAt(terms, i);
    if (term.windowMaxima) {
      for (let w: u32 = 0; w < windows; w++) {
        const at = bounds + ((<usize>w) << 2);
        store<f32>(at, load<f32>(at) + term.weight * <f32>load<u8>(<usize>term.windowMaxima + w));
      }
      continue;
    }
    let last: u32 = 0xffffffff;
    for (let j: u32 = 0; j < term.length; j++) {
      const w = windowAt(term.windows, j);
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

@inline
function offer(score: f32, document: u32, mask: usize): void {
  if (score > gather.bar && allowed(mask, document)) gather.add(score, document);
}

/** The only term of a window: its postings are the sums. */
function offerPostings(term: Term, base: u32, mask: usize): void {
  for (let at = term.from; at < term.to; at++) {
    const score = term.weight * <f32>load<u8>(<usize>term.impacts + at);
    offer(score, base + numberAt(term.postings, at), mask);
  }
}

// Sums are 16-bit counts of a unit chosen per query, so that the greatest possible sum fits.
/** What a sum of one is worth. */
let unit: f32 = 1;
let unitsPerScore: f32 = 1;

/** Each posting is rounded up by at most one unit, and each weight by less than one more. */
const ROUNDING: i32 = 2;

function chooseUnit(terms: usize, count: i32): void {
  let most: f32 = 0;
  for (let i = 0; i < count; i++) most += termAt(terms, i).maxBound;
  const room: i32 = 65535 - ROUNDING * count;
  unitsPerScore = <f32>room / max<f32>(most, 1e-9);
  unit = 1 / unitsPerScore;
}

/** Adds a term's postings in the window to the sums of its documents, rounded up. */
function addPostings(term: Term, sums: usize): void {
  const postings: usize = term.postings;
  const impacts: usize = term.impacts;
  const weight = <u32>Mathf.ceil(term.weight * unitsPerScore * 256);
  const to = term.to;
  for (let at = term.from; at < to; at++) {
    const sum = sums + ((<usize>numberAt(postings, at)) << 1);
    const units = (weight * <u32>load<u8>(impacts + at) + 255) >> 8;
    store<u16>(sum, <u16>(<u32>load<u16>(sum) + units));
  }
}

/** A sum that every document above the bar exceeds; one less for rounding. */
@inline
function minSum(): i16 {
  return <i16>max<i32>(0, <i32>min<f32>(65535, gather.bar * unitsPerScore) - 1);
}

/** Offers the documents whose sums are above the bar, and clears the sums. */
function offerSums(base: u32, sums: usize, mask: usize): void {
  const zero = i16x8.splat(0);
  let least = i16x8.splat(minSum());
  for (let j: u32 = 0; j < WINDOW; j += 32) {
    const at = sums + ((<usize>j) << 1);
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    const most = i16x8.max_u(i16x8.max_u(first, second), i16x8.max_u(third, fourth));
    if (v128.any_true(i16x8.gt_u(most, least))) {
      const document = base + j;
      offerEight(i16x8.gt_u(first, least), at, document, mask);
      offerEight(i16x8.gt_u(second, least), at + 16, document + 8, mask);
      offerEight(i16x8.gt_u(third, least), at + 32, document + 16, mask);
      offerEight(i16x8.gt_u(fourth, least), at + 48, document + 24, mask);
      least = i16x8.splat(minSum());
    }
    v128.store(at, zero);
    v128.store(at, zero, 16);
    v128.store(at, zero, 32);
    v128.store(at, zero, 48);
  }
}

/** Offers those of the eight documents that are marked. */
function offerEight(marked: v128, sums: usize, document: u32, mask: usize): void {
  let lanes = i16x8.bitmask(marked);
  while (lanes != 0) {
    const lane = ctz(lanes);
    lanes &= lanes - 1;
    offer(<f32>load<u16>(sums + ((<usize>lane) << 1)) * unit, document + lane, mask);
  }
}

/** Scores the documents of window w. */
function searchWindow(terms: usize, termCount: i32, w: u32, mask: usize, sums: usize): void {
  const base = w << WINDOW_SHIFT;
  let present: i32 = 0;
  let last: i32 = 0;
  for (let i = 0; i < termCount; i++) {
    const term = termAt(terms, i);
    enterWindow(term, w);
    if (term.from == term.to) continue;
    present++;
    last = i;
  }
  if (present == 0) return;
  if (present == 1) return offerPostings(termAt(terms, last), base, mask);
  for (let i = 0; i <= last; i++) addPostings(termAt(terms, i), sums);
  offerSums(base, sums, mask);
}

/**
 * Upper-bound top-k over `documentCount` documents. `sums` is u16[4096], zero on entry and on return;
 * `bounds` has an f32 per window. Windows with the greatest bounds come first, so that the rest can be
 * skipped. `startThreshold` > 0 promises that at least k documents exceed it. Both outputs have capacity for 2k.
 * Returns how many were kept; when there are k, the worst is the last.
 */
export function searchText(
  terms: usize,
  termCount: i32,
  sums: usize,
  bounds: usize,
  documentCount: u32,
  mask: usize,
  k: i32,
  scoresAt: usize,
  documentsAt: usize,
  startThreshold: f32,
): i32 {
  gather.begin(scoresAt, documentsAt, k << 1, k, startThreshold);
  chooseUnit(terms, termCount);
  const windows = (documentCount + WINDOW - 1) >> WINDOW_SHIFT;
  const greatest = boundWindows(terms, termCount, windows, bounds);
  let above: f32 = f32.MAX_VALUE;
  for (let pass = 0; pass < 3; pass++) {
    const least: f32 = pass == 0 ? greatest * 0.85 : pass == 1 ? greatest * 0.6 : 0;
    for (let i = 0; i < termCount; i++) termAt(terms, i).to = 0;
    for (let w: u32 = 0; w < windows; w++) {
      const bound = load<f32>(bounds + ((<usize>w) << 2));
      if (bound <= least || bound > above || bound <= gather.bar) continue;
      searchWindow(terms, termCount, w, mask, sums);
    }
    above = least;
  }
  return gather.end();
}

/** Of a posting, given by its number in the segment. */
@inline
function frequencyOf(posting: u32, number: u32, index: Index): u32 {
  const frequency = posting & HIGH;
  if (frequency < HIGH) return frequency;
  let low: u32 = 0;
  let high = index.highCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(<usize>index.highAt + ((<usize>middle) << 2)) < number) low = middle + 1;
    else high = middle;
  }
  return load<u8>(<usize>index.highFrequencies + low);
}

/** First posting of the current window whose document has at least this number in it; `to` if there is none. */
@inline
function findInWindow(term: Term, number: u32): u32 {
  let low = term.from;
  let high = term.to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(term.postings, middle) < number) low = middle + 1;
    else high = middle;
  }
  return low;
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
  indexAt: usize,
  k1: f64,
  b: f64,
  averageLength: f64,
  scoresAt: usize,
  matchedAt: usize,
): void {
  const index = changetype<Index>(indexAt);
  for (let i = 0; i < count; i++) {
    store<f64>(scoresAt + ((<usize>i) << 3), 0);
    store<u32>(matchedAt + ((<usize>i) << 2), 0);
  }
  for (let t = 0; t < termCount; t++) {
    const term = termAt(terms, t);
    term.to = 0;
    let entered: u32 = 0xffffffff;
    for (let i = 0; i < count; i++) {
      const document = load<u32>(documents + ((<usize>i) << 2));
      const w = document >> WINDOW_SHIFT;
      if (w != entered) {
        enterWindow(term, w);
        entered = w;
      }
      const number = document & (WINDOW - 1);
      const found = findInWindow(term, number);
      if (found == term.to || numberAt(term.postings, found) != number) continue;
      const posting = <u32>load<u16>(<usize>term.postings + ((<usize>found) << 1));
      const frequency = <f64>frequencyOf(posting, term.first + found, index);
      const length = <f64>load<u32>(<usize>index.lengths + ((<usize>document) << 2));
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
