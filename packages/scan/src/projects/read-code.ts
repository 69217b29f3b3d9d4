/** Reads one checkout: its technologies, and a summary of its README. */

import type { Recogniser } from "../recognisers/recogniser.ts";
import { scanFolder } from "../scan-folder.ts";
import { summariseFolder } from "../summary/summarise.ts";
import type { RepositoryTags } from "../tags/repository-tags.ts";

/** Stored in every record; incremented when the same code would yield another result. */
export const EXTRACTOR_VERSION = "scan-1";

/** The summary of a README, as an evidence summary. */
export interface RepoSummary {
  /** Markdown, at most 12,000 code points. */
  text: string;
  truncated: boolean;
  /** Public address of the repository; null for code kept elsewhere. */
  sourceUrl: string | null;
  /** Commit; empty for a folder that is not a checkout. */
  sourceRevision: string;
  /** ISO 8601 in UTC. */
  sourceCapturedAt: string;
  generatedAt: string;
  sourceInferred: boolean;
  extractorVersion: string;
}

export interface CodeReport {
  /** Commit; null for a folder that is not a checkout. */
  revision: string | null;
  /** When it was read, ISO 8601 in UTC. */
  capturedAt: string;
  builtWith: RepositoryTags;
  /** Null without a README that has content. */
  repoSummary: RepoSummary | null;
  /** Files in the tree, and bytes read of them. */
  files: number;
  bytes: number;
  /** Omissions, with reasons; empty when everything was read. */
  truncated: string[];
}

export interface CodeSource {
  path: string;
  revision: string | null;
  /** Omissions of the checkout. */
  leftOut: readonly string[];
  /** Public address that the record may name; null for code kept elsewhere. */
  url: string | null;
  /** Whether someone other than the team chose this repository. */
  inferred: boolean;
}

export interface ReadOptions {
  recognisers: readonly Recogniser[];
  signal?: AbortSignal;
  now?: () => Date;
}

/** Throws ScanError for a folder that cannot be read, and the signal's reason when aborted. */
export async function readCode(source: CodeSource, options: ReadOptions): Promise<CodeReport> {
  const { recognisers, signal, now = () => new Date() } = options;
  const { builtWith, files, bytes, truncated } = await scanFolder(source.path, { recognisers, signal });
  const summary = summariseFolder(source.path);
  const capturedAt = now().toISOString();
  return {
    revision: source.revision,
    capturedAt,
    builtWith,
    repoSummary: summary && {
      text: summary.text,
      truncated: summary.truncated,
      sourceUrl: source.url,
      sourceRevision: source.revision ?? "",
      sourceCapturedAt: capturedAt,
      generatedAt: capturedAt,
      sourceInferred: source.inferred,
      extractorVersion: EXTRACTOR_VERSION,
    },
    files,
    bytes,
    truncated: [...source.leftOut, ...truncated],
  };
}
