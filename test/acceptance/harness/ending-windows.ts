/** Time passes for rate limits: a server is started again with windows that end soon. */
import type { Service } from "./service.ts";

/**
 * Restarts the service; `setEnd` lets the stored windows end at the given time, while no server runs. Resolves to that
 * time, which leaves a few seconds after the start: as long as a first restart took is added for a busy machine.
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
