/** Publishing, snapshots and the machine, for administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "getPublish" | "startPublish" | "cancelPublish" | "listSnapshots" | "rollBack" | "getSystem";

export function publishingHandlers({ publishing }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    getPublish: async () => ({ body: publishing.state() }),
    startPublish: async ({ input: { refit, recluster } }) => {
      publishing.start({ refit, recluster });
      const options = [refit && "refit", recluster && "recluster"].filter((name) => name !== false);
      const detail = options.length === 0 ? undefined : options.join(", ");
      return { body: publishing.state(), audit: { target: null, detail } };
    },
    cancelPublish: async () => {
      publishing.cancel();
      return { body: publishing.state(), audit: { target: null } };
    },
    listSnapshots: async () => ({ body: await publishing.snapshots() }),
    rollBack: async ({ input: { from } }) => {
      const snapshot = await publishing.rollBack(from);
      return { body: { snapshot }, audit: { target: snapshot } };
    },
    getSystem: async () => ({ body: await publishing.system() }),
  };
}
