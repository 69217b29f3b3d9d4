/** Whether the published snapshot can be served, and what the next publish makes again. */
import { join } from "node:path";
import { type DataDirectory, dataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  type Manifest,
  readManifest,
  segmentFileNames,
  servingProblem,
} from "../corpus/manifest.ts";
import { fittedVersion } from "../embed/fitted/version.ts";
import { readHeader } from "../search/segment/section-file.ts";
import type { Check } from "./types.ts";

/** The beginning of the versions that the configured embedder has; each embedder's version begins with its kind. */
export type ConfiguredEmbedder =
  | { kind: "fitted" }
  | { kind: "http"; model: string; dimensions: number | null }
  | { kind: "onnx"; folder: string };

export function checkSnapshot(dataDir: string, embedder: ConfiguredEmbedder): Check[] {
  const directory = dataDirectory(dataDir);
  try {
    const id = currentSnapshot(directory);
    if (id === null)
      return [{ name: "snapshot", state: "ok", message: "no snapshot has been published yet" }];
    const manifest = readManifest(directory, id);
    return [checkServed(directory, manifest), checkEmbedder(manifest, embedder)];
  } catch (error) {
    return [{ name: "snapshot", state: "action", message: (error as Error).message }];
  }
}

function checkServed(directory: DataDirectory, manifest: Manifest): Check {
  const problem = servingProblem(directory, manifest);
  if (problem) return { name: "snapshot", state: "action", message: problem.message };
  for (const name of segmentFileNames(manifest))
    if (name.endsWith(".seg")) readHeader(join(directory.segments, name));
  return {
    name: "snapshot",
    state: "ok",
    message: `snapshot ${manifest.id} is in a format that this version serves`,
  };
}

function checkEmbedder({ embedder: { version } }: Manifest, configured: ConfiguredEmbedder): Check {
  const prefix = versionPrefix(configured);
  // A model's digest follows its name: a changed file in the same folder is found by publish only.
  if (version.startsWith(prefix))
    return { name: "embedder", state: "ok", message: `the next publish keeps the vectors of ${version}` };
  return {
    name: "embedder",
    state: "action",
    message: `the snapshot's vectors are of ${version}, and ${prefix}… is configured: the next publish computes all vectors again; until then the snapshot is served as it is`,
  };
}

function versionPrefix(configured: ConfiguredEmbedder): string {
  if (configured.kind === "fitted") return fittedVersion;
  if (configured.kind === "onnx") return `onnx:${configured.folder}:`;
  return `http:${configured.model}:${configured.dimensions ?? ""}`;
}
