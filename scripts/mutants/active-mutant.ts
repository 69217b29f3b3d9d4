/** Which mutant is active in this process, and which mutants are reached; see `instrument.ts`. */
import { SWITCH, TICK } from "./instrument.ts";

const { now } = performance;
let active: number | undefined;
let deadline = Number.POSITIVE_INFINITY;
let overdue = false;
let turns = 0;
let reached: Set<number> | undefined;

/** The clock is read once in this many iterations of a loop. */
const TURNS_PER_LOOK = 256;

/** `until` is a time of `performance.now()`. */
export function activate(id: number | undefined, until: number): void {
  active = id;
  deadline = until;
  overdue = false;
}

/** True when a loop was stopped since `activate`. */
export const isOverdue = (): boolean => overdue;

/** From here on, the ids of the mutants that are reached go into this set. */
export function collectInto(ids: Set<number> | undefined): void {
  reached = ids;
}

Object.assign(globalThis, {
  [SWITCH](id: number): boolean {
    reached?.add(id);
    return id === active;
  },
  [TICK](): void {
    turns++;
    if (turns % TURNS_PER_LOOK !== 0 || now.call(performance) < deadline) return;
    overdue = true;
    throw new Error("The time of the active mutant is over");
  },
});
