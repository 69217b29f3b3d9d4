/** Simulates time for rate limits: restarts a server with windows that end soon. */
import type { Service } from "./service.ts";

/**
 * Restarts the service; `setEnd` sets the end of the stored windows while no server runs. Resolves to that time, which
 * is a few seconds after the start; the duration of a first restart is added for a busy machine.
 */
export async function restartBeforeEnd(
  service: Service,
  setEnd: (data: string, at: number) => void,
): Promise<number> {
  const begun = Date.now();
  await service.restart();
  const restartMs = Date.now() - begun;
  await service.stop();
  const end = Date.now() + 3_000 + 2 * restartMs;
  setEnd(service.data, end);
  await service.start();
  return end;
}
