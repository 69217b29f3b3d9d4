/** Progress of a publish, as text. */
import type { PublishStep } from "../publish/publish.ts";
import type { CommandContext } from "./context.ts";
import type { PublishRequest } from "./services.ts";

const words: Record<PublishStep, string> = {
  read: "Reading the catalog",
  sample: "Sampling documents",
  fit: "Fitting the embedder",
  embed: "Splitting documents and computing vectors",
  "embed-projects": "Computing vectors of projects",
  index: "Writing the index of the archive",
  categorise: "Categorising projects",
  projects: "Indexing projects",
  cluster: "Grouping projects",
  landscape: "Drawing the map of projects",
  swap: "Activating the new snapshot",
};

/** Callbacks that show a publish's progress on stderr. */
export function tellPublish(context: CommandContext): Pick<PublishRequest, "onProgress" | "onFailure"> {
  return {
    onProgress: ({ step, ...state }) => context.progress.update({ step: words[step], ...state }),
    onFailure: (message) => context.note(`warning: ${message}`),
  };
}
