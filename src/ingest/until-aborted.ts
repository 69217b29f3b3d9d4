/**
 * What a promise settles with, or null as soon as the signal is aborted. Unlike `Promise.race` with one promise for many
 * calls, it leaves nothing behind that holds the value.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T | null> {
  if (!signal) return promise;
  // Not awaited when the signal is aborted first.
  promise.catch(() => {});
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    const settled = () => signal.removeEventListener("abort", stop);
    promise.then(resolve, reject).finally(settled);
  });
}
