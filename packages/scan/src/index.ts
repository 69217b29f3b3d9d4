/** Detects the technologies of the code in a checkout, and summarises its README. */
export { requireGit } from "./git/clone.ts";
export { CloneFailure, GitMissingError } from "./git/clone-failure.ts";
export type { RepositoryListing } from "./git/list-repository.ts";
export {
  type OpenRepository,
  openRepository,
  type RepositoryLimits,
} from "./git/open-repository.ts";
export { type Network, publicInternet } from "./git/public-address.ts";
export { repositoryOf } from "./git/repository-link.ts";
export { type TypedSource, typedSource } from "./git/typed-source.ts";
export { type EarlierScan, type LinkedProject, planScans } from "./projects/plan.ts";
export { type CodeReport, EXTRACTOR_VERSION } from "./projects/read-code.ts";
export { type ProjectScan, type ScanProjectsReport, scanProjects } from "./projects/scan-projects.ts";
export { publicUrl, scanTyped } from "./projects/scan-typed.ts";
export type { ScanProgress } from "./projects/tally.ts";
export { defaultRecognisersPath, loadRecognisers, type YamlFiles } from "./recognisers/recogniser.ts";
