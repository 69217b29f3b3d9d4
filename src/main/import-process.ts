/** The process that reads an uploaded file: for a preview, or to import it. */
import type { ImportKind } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { type ImportPreview, previewImport } from "../ingest/preview.ts";
import type { ImportProgress, ImportReport } from "../ingest/types.ts";
import { runAsChild } from "./child-process.ts";
import { importRecords } from "./records.ts";

export interface ImportTask {
  kind: "start";
  config: Config;
  /** The file is read by its name in there, so that messages contain no path of this machine. */
  folder: string;
  file: string;
  isPreview: boolean;
  request: { kind: ImportKind; map?: string; source?: string };
}

export type ImportMessage = { kind: "progress"; progress: ImportProgress };
export type ImportResult = { preview: ImportPreview } | { report: ImportReport };

/** A person waits for the preview. */
const PREVIEW_MAP_LIMIT_MS = 2_000;

runAsChild<ImportTask, ImportResult, ImportMessage>(async (task, { post, signal }) => {
  const { config, folder, file, isPreview, request } = task;
  process.chdir(folder);
  const map = request.map === undefined ? undefined : { text: request.map };
  const options = { map, source: request.source, remote: true, signal };
  if (isPreview) {
    const preview = { ...options, mapTimeLimitMs: PREVIEW_MAP_LIMIT_MS };
    return { preview: await previewImport(request.kind, file, preview) };
  }
  const onProgress = (progress: ImportProgress) => post({ kind: "progress", progress });
  const report = await importRecords(config, {
    kind: request.kind,
    inputs: [file],
    options: { ...options, onProgress },
  });
  return { report };
});
