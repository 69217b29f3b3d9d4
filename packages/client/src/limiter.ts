/** Lets a number of calls through at once; the others wait, first come first served. */
import { onAbort } from "./abort.ts";

/** Resolves to a function that gives the place back; rejects with the signal's reason when it is aborted before. */
export type Limiter = (signal: AbortSignal) => Promise<() => void>;

export function createLimiter(places: number): Limiter {
  let free = places;
  const waiting = new Set<() => void>();
  const release = () => {
    const [next] = waiting;
    if (next) next();
    else free++;
  };
  /** A place is given back only once. */
  const place = () => {
    let held = true;
    return () => {
      if (held) release();
      held = false;
    };
  };
  return (signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (free > 0) {
        free--;
        return resolve(place());
      }
      const enter = () => {
        waiting.delete(enter);
        forget();
        resolve(place());
      };
      waiting.add(enter);
      const forget = onAbort(signal, (reason) => {
        waiting.delete(enter);
        reject(reason);
      });
    });
}
