/** Imports of uploaded files in a server: one at a time, each read in a child process. */
import type { Logger } from "pino";
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { ConsoleInput, ConsoleOutput } from "../contract/api/console/operations.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { ImportPreview } from "../ingest/preview.ts";
import type { ImportProgress, ImportReport } from "../ingest/types.ts";
import type { ConsoleImports } from "../server/console/ports.ts";
import { processFile, runChildTask } from "./child-task.ts";
import { shippedMaps } from "./import-maps.ts";
import type { ImportMessage, ImportResult, ImportTask } from "./import-process.ts";
import { describeEnd, failedPreview, type ImportEnd, readRejects, shownPreview } from "./import-results.ts";
import { createUploads } from "./uploads.ts";

type State = ConsoleOutput<"getImport">;
type Running = NonNullable<State["running"]>;
type Request = ConsoleInput<"startImport">;

export interface Imports extends ConsoleImports {
  /** For the list of what the server runs. */
  running(): Running | null;
  close(): Promise<void>;
}

interface Run {
  started: Pick<Running, "kind" | "file" | "startedBy" | "startedAt">;
  progress: ImportProgress | null;
  stopping: AbortController;
  ended: Promise<void>;
}

const PREVIEW_LIMIT_MS = 30_000;

/** Deletes what an earlier server has left. */
export async function openImports(
  config: Config,
  { catalog, logger }: { catalog: Catalog; logger: Logger },
): Promise<Imports> {
  const uploads = await createUploads(config, logger);
  let running: Run | null = null;
  let last: State["last"] = null;
  let previewing: AbortController | null = null;

  /** Throws while the file is being imported; a preview of it ends. */
  const takeFile = () => {
    if (running !== null)
      throw new ApiError("FORBIDDEN", "An import is running; wait until it has ended, or cancel it");
    previewing?.abort(new Error("another request replaced this preview"));
  };

  const execute = async (run: Run, request: Request) => {
    const { folder, name } = uploads.take();
    const before = await catalog.importTimes();
    const task: ImportTask = { kind: "start", config, folder, file: name, isPreview: false, request };
    const onProgress = (progress: ImportProgress) => {
      run.progress = progress;
    };
    const end = await inProcess(task, { signal: run.stopping.signal, onProgress }).then(
      (result) => endOf((result as { report: ImportReport }).report),
      (error: Error): ImportEnd => {
        if (run.stopping.signal.aborted) return { outcome: "cancelled", message: null, report: null };
        return { outcome: "failed", message: error.message, report: null };
      },
    );
    const after = await catalog.importTimes();
    // Records of an import that failed stay, too.
    if (after.projects !== before.projects || after.archive !== before.archive)
      await catalog.sync.markPublishDue();
    last = { ...run.started, ...(await describeEnd(config.dataDir, end, run.progress)) };
    const { outcome, read, rejected, message } = last;
    logger.info(
      { kind: request.kind, outcome, read, rejected, problem: message ?? undefined },
      "imported a file",
    );
    // A file that was not read to its end can be imported again.
    if (outcome === "imported") await uploads.remove();
  };

  return {
    state: () => ({
      upload: uploads.state(),
      running: running && shownRun(running),
      last,
      maxBytes: config.uploadBytes,
    }),
    running: () => running && shownRun(running),
    maps: () => ({ maps: shippedMaps() }),
    async startUpload(file, by) {
      takeFile();
      await uploads.start(file, by);
    },
    addPart: (part, bytes, by) => uploads.add(part, bytes, by),
    async discard() {
      takeFile();
      return uploads.discard();
    },
    async preview(request) {
      takeFile();
      const { folder, name } = uploads.waiting();
      const stopping = new AbortController();
      previewing = stopping;
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PREVIEW_LIMIT_MS)]);
      const task: ImportTask = { kind: "start", config, folder, file: name, isPreview: true, request };
      try {
        const result = await inProcess(task, { signal });
        return shownPreview((result as { preview: ImportPreview }).preview);
      } catch (error) {
        return failedPreview(error as Error);
      } finally {
        if (previewing === stopping) previewing = null;
      }
    },
    async start(request, by) {
      takeFile();
      const { name } = uploads.waiting();
      requireSource(request, name);
      const started = { kind: request.kind, file: name, startedBy: by, startedAt: new Date().toISOString() };
      const run: Run = { started, progress: null, stopping: new AbortController(), ended: Promise.resolve() };
      running = run;
      run.ended = execute(run, request)
        .catch((error: unknown) => logger.error({ err: error }, "the end of an import could not be recorded"))
        .finally(() => {
          running = null;
          uploads.release();
        });
      return name;
    },
    cancel() {
      if (running === null) throw new ApiError("NOT_FOUND", "No import is running");
      running.stopping.abort(new Error("an administrator cancelled the import"));
      return running.started.file;
    },
    rejects: (name) => readRejects(config.dataDir, name),
    async close() {
      previewing?.abort(new Error("the server is closing"));
      running?.stopping.abort(new Error("the server is closing"));
      await running?.ended;
      await uploads.remove();
    },
  };
}

/** A file alone has no folder whose name could be its source. */
function requireSource({ kind, source }: Request, file: string): void {
  if (kind === "archive" && source === undefined && /\.(md|markdown)$/i.test(file))
    throw new ApiError("INVALID_QUERY", "source: a Markdown file needs one; give the key of its source");
}

function shownRun({ started, progress, stopping }: Run): Running {
  return {
    ...started,
    records: progress?.records ?? 0,
    bytes: progress?.bytes ?? 0,
    totalBytes: progress?.totalBytes ?? null,
    secondsLeft: progress?.secondsLeft ?? null,
    stopping: stopping.signal.aborted,
  };
}

const endOf = (report: ImportReport): ImportEnd => ({
  outcome: report.interrupted ? "cancelled" : "imported",
  message: null,
  report,
});

/** The map of an administrator runs there: no text becomes code, and memory is bounded. */
const hardening = ["--disallow-code-generation-from-strings", "--max-old-space-size=1024"];

function inProcess(
  start: ImportTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress?(progress: ImportProgress): void },
): Promise<ImportResult> {
  const { url, execArgv } = processFile("import-process");
  return runChildTask<ImportResult, ImportMessage>({
    file: { url, execArgv: [...execArgv, ...hardening] },
    start,
    signal,
    onMessage: ({ progress }) => onProgress?.(progress),
    describeDeath: ({ end, outOfMemory }) =>
      outOfMemory
        ? "The process that read the file ran out of memory: split the file, or simplify the map"
        : `The process that read the file ${end}; import it again: what is there is found unchanged`,
  });
}
