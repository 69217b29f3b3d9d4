/** Research of a command: in the data directory, or at a server. */
import type { Research, ResearchOptions } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { openLocalResearch } from "./local-research.ts";
import { openRemoteResearch, remoteOf } from "./remote-research.ts";

/** Throws CommandError when there are no records, UsageError when the server's token is missing. */
export async function openResearch(config: Config, options: ResearchOptions): Promise<Research> {
  const remote = remoteOf(config);
  if (remote) return openRemoteResearch(remote, options);
  let problem: unknown = null;
  const research = await openLocalResearch(config, (reported) => {
    problem = reported;
  });
  return {
    ...research,
    async ask(id, request) {
      // A snapshot that cannot be read is reported, not answered without.
      if (problem instanceof Error) throw problem;
      return research.ask(id, request);
    },
  };
}
