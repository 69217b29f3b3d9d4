/** Looks at sources before they are declared. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Ids = "proposeConnectors" | "previewSource";

export function sourceInspectionHandlers({ inspection }: HandlerContext): ConsoleHandlers<Ids> {
  return {
    proposeConnectors: async ({ input: { url } }) => ({ body: await inspection.propose(url) }),
    previewSource: async ({ input: { connector } }) => ({ body: await inspection.preview(connector) }),
  };
}
