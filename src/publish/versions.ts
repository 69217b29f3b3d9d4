/** Digests of all that goes into a snapshot: the same again means that there is nothing to do. */
import { Digest } from "../digest/digest.ts";
import { derivationVersion } from "./derive-projects.ts";
import { archiveVersion } from "./plan.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { PublishOptions } from "./types.ts";

/** Changes whenever the same projects would give another segment. */
const projectsVersion = 3;

/** Of the whole snapshot. */
export function snapshotInputs(content: CatalogContent, options: PublishOptions): string {
  return new Digest()
    .add(content.digest, content.lastWithdrawal, options.embedder?.version ?? "fitted")
    .add(archiveVersion, projectsVersion, derivationVersion(), options.languageModel?.version ?? "")
    .short();
}

/** Of the project segment, but for the clusters that were there before. `embedder`: its version. */
export function projectInputs(content: CatalogContent, embedder: string, options: PublishOptions): string {
  return new Digest()
    .add(projectsVersion, content.projectsDigest, embedder, content.importTimes.projects ?? "")
    .add(derivationVersion(), options.languageModel?.version ?? "")
    .short();
}
