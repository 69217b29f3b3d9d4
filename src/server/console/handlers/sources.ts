/** Sources of the archive: listed, declared and read by administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "listSources" | "addSource" | "getSource" | "changeSource" | "readSource";

export function sourceHandlers({ sources }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    listSources: async () => ({ body: await sources.list() }),
    addSource: async ({ input }) => ({ body: await sources.add(input), audit: { target: input.key } }),
    getSource: async ({ input: { key } }) => ({ body: await sources.get(key) }),
    changeSource: async ({ input }) => ({ body: await sources.change(input), audit: { target: input.key } }),
    readSource: async ({ input: { key, allowWithdrawals } }) => {
      await sources.read(key, { allowWithdrawals });
      const detail = allowWithdrawals ? "withdrawals confirmed" : undefined;
      return { body: { message: `${key} is read as soon as possible.` }, audit: { target: key, detail } };
    },
  };
}
