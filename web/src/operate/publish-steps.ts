/** The steps of a publish in the order in which they run, in words. */
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";

type Running = NonNullable<ConsoleOutput<"getPublish">["running"]>;
type PublishStep = NonNullable<Running["step"]>;

const names: Record<PublishStep, string> = {
  read: "Reading the catalog",
  sample: "Sampling documents",
  fit: "Fitting the embedder",
  embed: "Splitting documents and computing vectors",
  index: "Writing the index of the archive",
  "embed-projects": "Computing vectors of projects",
  categorise: "Categorising projects",
  cluster: "Grouping projects",
  projects: "Indexing projects",
  landscape: "Drawing the map of projects",
  swap: "Activating the new snapshot",
};

export const publishSteps = Object.keys(names) as readonly PublishStep[];

/** A later service may have steps that these pages do not know. */
export const stepName = (step: string): string => names[step as PublishStep] ?? step;
