/** Resolves the arguments of an import: files, folders, standard input. */
import { createHash } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ImportUsageError, type RecordFormat } from "../types.ts";

export type Input =
  | { type: "records"; file: string; format: RecordFormat | null; bytes: number; state: string }
  | { type: "stdin"; file: string; format: RecordFormat | null; bytes: null }
  | { type: "markdown"; file: string; root: string; files: string[]; bytes: number; state: string };

/**
 * Checks every argument before anything is read. A folder stands for the record files in it and, where `markdown` is
 * allowed, for the Markdown files at any depth. Throws ImportUsageError for a missing file.
 */
export async function resolveInputs(
  paths: readonly string[],
  options: { markdown: boolean; format?: RecordFormat },
): Promise<Input[]> {
  if (paths.length === 0)
    throw new ImportUsageError("name at least one file to import, or - for standard input");
  if (paths.filter((path) => path === "-").length > 1)
    throw new ImportUsageError("standard input (-) can be read once");
  const inputs: Input[] = [];
  for (const path of paths) {
    if (path === "-") inputs.push({ type: "stdin", file: "-", format: options.format ?? null, bytes: null });
    else inputs.push(...(await resolvePath(path, options)));
  }
  return inputs;
}

async function resolvePath(
  path: string,
  options: { markdown: boolean; format?: RecordFormat },
): Promise<Input[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportUsageError(
      `${path} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}`,
    );
  });
  if (!found.isDirectory()) return [await resolveFile(path, options)];
  const { records, markdown } = await listFolder(path);
  const inputs: Input[] = [];
  if (options.markdown && markdown.length > 0) {
    inputs.push({
      type: "markdown",
      file: path,
      root: path,
      files: markdown,
      ...(await stateOf(path, markdown)),
    });
  }
  for (const file of records) inputs.push(await resolveFile(file, options));
  if (inputs.length === 0) {
    const wanted = options.markdown ? ".md, .jsonl or .csv" : ".jsonl or .csv";
    throw new ImportUsageError(`the folder ${path} holds no ${wanted} files`);
  }
  return inputs;
}

async function resolveFile(
  file: string,
  options: { markdown: boolean; format?: RecordFormat },
): Promise<Input> {
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new ImportUsageError(`${file} cannot be read: ${error.message}`);
  });
  const state = await stateOf(file, [file]);
  if (options.markdown && isMarkdown(file))
    return { type: "markdown", file, root: dirname(file), files: [file], ...state };
  return { type: "records", file, format: options.format ?? formatOf(file), ...state };
}

/** Concurrent stat calls. */
const statsAtOnce = 256;

/** Size in bytes of a file, or of the files of a folder, and a digest that changes when one of them does. */
async function stateOf(place: string, files: readonly string[]): Promise<{ bytes: number; state: string }> {
  const digest = createHash("sha256").update(await realpath(place));
  let bytes = 0;
  for (let at = 0; at < files.length; at += statsAtOnce) {
    const some = files.slice(at, at + statsAtOnce);
    const stats = await Promise.all(some.map((file) => stat(file)));
    stats.forEach(({ size, mtimeMs, ino }, i) => {
      digest.update(JSON.stringify([relative(place, some[i]!), size, mtimeMs, ino]));
      bytes += size;
    });
  }
  return { bytes, state: digest.digest("hex") };
}

function formatOf(file: string): RecordFormat | null {
  const name = file.toLowerCase().replace(/\.gz$/, "");
  if (/\.(jsonl|ndjson|json)$/.test(name)) return "jsonl";
  return /\.(csv|tsv)$/.test(name) ? "csv" : null;
}

function isMarkdown(file: string): boolean {
  return /\.(md|markdown)$/i.test(file);
}

/** Files at any depth, by name; hidden ones are skipped. */
async function listFolder(folder: string): Promise<{ records: string[]; markdown: string[] }> {
  const records: string[] = [];
  const markdown: string[] = [];
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const deeper = await listFolder(path);
      records.push(...deeper.records);
      markdown.push(...deeper.markdown);
    } else if (isMarkdown(path)) markdown.push(path);
    else if (/\.(jsonl|ndjson|csv)(\.gz)?$/i.test(path)) records.push(path);
  }
  return { records, markdown };
}
