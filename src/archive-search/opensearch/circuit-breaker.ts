/** Stops asking a service that has failed repeatedly, and tries it again after a pause. */

/** Failures in a row that open the breaker. */
const failuresToOpen = 4;
/** Milliseconds before one request is let through again. */
const openMs = 1_000;

export interface CircuitBreaker {
  /** Whether a request may be sent now. While open, one per pause may. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
}

/** `now`: milliseconds of a clock that never goes back. */
export function circuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let retryAt = 0;
  return {
    allows() {
      if (failures < failuresToOpen) return true;
      if (now() < retryAt) return false;
      retryAt = now() + openMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures++;
      retryAt = now() + openMs;
    },
  };
}
