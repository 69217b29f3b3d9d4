/** Digests of all inputs of a snapshot: if they are unchanged, there is nothing to publish. */
import { landscapeVersion } from "../corpus/projects/landscape.ts";
import { projectTextVersion } from "../corpus/projects/project-texts.ts";
import { Digest } from "../digest/digest.ts";
import { fittedVersion } from "../embed/fitted/version.ts";
import { derivationVersion } from "./derive-projects.ts";
import { queryMapVersion } from "./embed/query-map.ts";
import { archiveVersion } from "./plan.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { PublishOptions, PublishRun } from "./types.ts";

/** Version of the format; increment it when the same projects yield another segment. */
const projectsVersion = 10;

/** Of the whole snapshot. */
export function snapshotInputs(
  { archive }: Pick<PublishRun, "archive">,
  content: CatalogContent,
  options: PublishOptions,
): string {
  const digest = new Digest();
  if (archive) digest.add(archive.group);
  return digest
    .add(content.digest, content.lastWithdrawal, options.embedder?.version ?? fittedVersion)
    .add(options.passages === "lead" ? "lead" : "")
    .add(...(options.queryEmbedder ? [options.queryEmbedder.version, queryMapVersion] : []))
    .add(
      archiveVersion,
      projectsVersion,
      projectTextVersion,
      derivationVersion(),
      options.languageModel?.version ?? "",
    )
    .add(landscapeVersion)
    .short();
}

/** Digest for the project segment, except the previous clusters. `embedder`: its version. */
export function projectInputs(content: CatalogContent, embedder: string, options: PublishOptions): string {
  return new Digest()
    .add(
      projectsVersion,
      projectTextVersion,
      content.projectsDigest,
      embedder,
      content.importTimes.projects ?? "",
    )
    .add(derivationVersion(), options.languageModel?.version ?? "")
    .short();
}
