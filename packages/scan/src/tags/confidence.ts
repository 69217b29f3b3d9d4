import type { Origin } from "../signal.ts";

/**
 * The confidence that the project is built with a technology, by where its signal was found:
 *
 * | where | confidence |
 * |---|---|
 * | dependency for running, or imported by a program | 0.95, 0.9 |
 * | dependency for development or building | 0.85 |
 * | a tool's own file, a manifest's setting | 0.8 |
 * | container image; step of a pipeline | 0.75; 0.7 |
 * | name of an environment variable | 0.6 |
 * | host in program text | 0.5 |
 *
 * A dependency whose exact version a lock file states gets 0.03 more. An implied technology gets nine tenths of the
 * confidence of the one that implies it. Signals do not add up: the strongest counts.
 */
const byOrigin: Readonly<Record<Origin, number>> = {
  runtime: 0.95,
  code: 0.9,
  development: 0.85,
  setting: 0.8,
  image: 0.75,
  action: 0.7,
  environment: 0.6,
  host: 0.5,
};

export function confidenceOf(origin: Origin, { locked = false, implied = false } = {}): number {
  const confidence = byOrigin[origin] + (locked ? 0.03 : 0);
  return Math.round((implied ? confidence * 0.9 : confidence) * 100) / 100;
}

/** Of a language, by its share of the code: 0.5 near zero, 1 for all; the square root raises small shares. */
export function languageConfidence(share: number): number {
  return Math.round((0.5 + 0.5 * Math.sqrt(share)) * 100) / 100;
}
