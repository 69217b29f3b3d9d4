import { decideLanguage, extensionOf, isAmbiguous } from "./languages/ambiguous-endings.ts";
import { isGeneratedName, isGeneratedText } from "./languages/generated.ts";
import { LanguageShares } from "./languages/language-shares.ts";
import { languageOf } from "./languages/language-table.ts";
import type { ScanLimits } from "./limits.ts";
import { LockLookup } from "./lock-lookup.ts";
import type { LockReader } from "./locks/lock.ts";
import { lockReaders } from "./locks/lock-readers.ts";
import type { ManifestReader } from "./manifests/manifest.ts";
import { ParseFault } from "./parse/fault.ts";
import { manifestReaderOf, readManifest } from "./read-manifest.ts";
import { isNotebook, isSettings, readNotebookFile, readSource } from "./read-source.ts";
import type { Recogniser } from "./recognisers/recogniser.ts";
import { Findings } from "./tags/findings.ts";
import type { RepositoryTags } from "./tags/repository-tags.ts";
import { shownPath } from "./tree/byte-path.ts";
import { Omissions } from "./tree/omissions.ts";
import { readText } from "./tree/read-text.ts";
import { type TreeEntry, walk } from "./tree/walk.ts";

export interface FolderScan {
  builtWith: RepositoryTags;
  /** Regular files of the tree, except those in skipped folders. */
  files: number;
  /** Bytes read, which is less than the total size. */
  bytes: number;
  /** What was left out and why, a line for each reason; empty when everything was read. */
  truncated: string[];
}

interface File {
  entry: TreeEntry;
  /** Display path, and its folder and name. */
  path: string;
  folder: string;
  name: string;
  manifest: ManifestReader | undefined;
  /** Whether the text is also scanned for hosts, variables and code. */
  source: boolean;
}

/** Characters read to decide the language of a shared extension. */
const HEAD = 4000;

/**
 * Reads one tree: first all names, then the lock files, the manifests (those near the root first), and last the program
 * text, so that limits cut off the least important files.
 */
export class TreeReading {
  readonly omissions = new Omissions();
  readonly #root: string;
  readonly #limits: ScanLimits;
  readonly #findings: Findings;
  readonly #locks = new LockLookup();
  readonly #shares = new LanguageShares();
  readonly #extensions = new Set<string>();
  readonly #lockFiles: { file: File; reader: LockReader }[] = [];
  readonly #manifests: File[] = [];
  readonly #sources: File[] = [];
  #files = 0;
  #readFiles = 0;
  #bytes = 0;

  constructor(root: string, recognisers: readonly Recogniser[], limits: ScanLimits) {
    this.#root = root;
    this.#limits = limits;
    this.#findings = new Findings(recognisers);
  }

  /** Does the work in small steps. */
  *steps(): Generator<void> {
    for (const entry of walk(this.#root, this.#limits, this.omissions)) {
      this.#note(entry);
      yield;
    }
    for (const { file, reader } of this.#lockFiles) {
      this.#readLock(file, reader);
      yield;
    }
    for (const file of this.#manifests) {
      this.#readManifest(file);
      yield;
    }
    for (const file of this.#sources) {
      this.#readSource(file, this.#textOf(file, this.#limits.maxSourceBytes));
      yield;
    }
  }

  outcome(): FolderScan {
    const { builtWith, dropped } = this.#findings.tags(this.#shares.shares());
    for (const { kind, found } of dropped) {
      this.omissions.add(`${kind}: ${found} found, of which the first ${builtWith[kind].length} are kept`);
    }
    return { builtWith, files: this.#files, bytes: this.#bytes, truncated: this.omissions.lines() };
  }

  #note(entry: TreeEntry): void {
    const path = shownPath(entry.path);
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    const file = { entry, path, name, folder: slash < 0 ? "" : path.slice(0, slash) };
    if (entry.kind === "library") {
      const signal = { kind: "foundry", name, origin: "runtime", quote: "" } as const;
      this.#findings.addSignal(signal, path);
      return;
    }
    this.#files++;
    if (this.#extensions.size < 10_000) this.#extensions.add(extensionOf(name));
    // A shared extension counts only once the text has decided the language.
    if (!isAmbiguous(name)) this.#addFileSignal(path);
    const lock = lockReaders.find((reader) => reader.reads(name));
    const manifest = manifestReaderOf(name, file.folder);
    const source = languageOf(name) !== null || isAmbiguous(name) || isSettings(name);
    if (lock !== undefined) {
      this.#lockFiles.push({ file: { ...file, manifest, source }, reader: lock });
    } else if (manifest !== undefined) {
      this.#manifests.push({ ...file, manifest, source });
    } else if (source || isNotebook(name)) {
      this.#sources.push({ ...file, manifest, source });
    }
  }

  #addFileSignal(path: string): void {
    this.#findings.addSignal({ kind: "file", name: path, origin: "setting", quote: "" }, path);
  }

  /** The text, within the remaining limits, or null; omissions are recorded. */
  #textOf({ entry, path }: File, maxBytes: number): string | null {
    const { maxReadFiles, maxTotalBytes } = this.#limits;
    if (entry.size > maxBytes) {
      this.omissions.add(`files of more than ${maxBytes} bytes not read`, path);
      return null;
    }
    if (this.#readFiles >= maxReadFiles) {
      this.omissions.add(`more than ${maxReadFiles} files to read: the rest was judged by its names`);
      return null;
    }
    if (this.#bytes + entry.size > maxTotalBytes) {
      this.omissions.add(`more than ${maxTotalBytes} bytes to read: the rest was judged by its names`);
      return null;
    }
    const read = readText(this.#root, entry.path, maxBytes);
    this.#readFiles++;
    if (typeof read === "object") {
      this.#bytes += read.bytes;
      return read.text;
    }
    if (read !== "not text") this.omissions.add("files that could not be read", path);
    return null;
  }

  #readLock(file: File, reader: LockReader): void {
    const text = this.#textOf(file, this.#limits.maxLockBytes);
    if (text === null) return;
    const versions = new Map<string, Set<string>>();
    try {
      reader.read(text, versions);
    } catch (error) {
      this.#noteFault(file, error instanceof ParseFault ? error : new ParseFault("not readable"));
    }
    this.#locks.add({ kind: reader.kind, folder: file.folder, file: file.path, versions });
  }

  #readManifest(file: File): void {
    const text = this.#textOf(file, this.#limits.maxManifestBytes);
    if (text === null || file.manifest === undefined) return;
    const { reading, fault } = readManifest(file.manifest, { path: file.path, name: file.name, text });
    if (fault !== null) this.#noteFault(file, fault);
    for (const path of reading.submodules) {
      const shown = shownPath(Buffer.from(path).toString("latin1"));
      this.omissions.add("submodules not entered", file.folder === "" ? shown : `${file.folder}/${shown}`);
    }
    for (const signal of reading.signals) {
      this.#findings.addSignal(signal, file.path, this.#locks.versionOf(signal, file.folder));
    }
    this.#findings.add({ ...reading, signals: [] }, file.path);
    if (file.source) this.#readSource(file, text);
  }

  #noteFault({ path }: File, { message, line }: ParseFault): void {
    this.omissions.add(message, line === null ? path : `${path} (line ${line})`);
  }

  #readSource(file: File, text: string | null): void {
    if (isNotebook(file.name)) {
      const notebook = text === null ? null : readNotebookFile(text);
      if (notebook === null) return;
      this.#findings.add(notebook.reading, file.path);
      this.#shares.add(notebook.language, notebook.codeLength);
      return;
    }
    if (isGeneratedName(file.path) || (text !== null && isGeneratedText(text))) return;
    const language = isAmbiguous(file.name)
      ? decideLanguage(file.name, {
          head: text?.slice(0, HEAD) ?? "",
          has: (extension) => this.#extensions.has(extension),
        })
      : languageOf(file.name);
    // A file too large to read is data or generated, whatever its extension.
    const size = text === null && file.entry.size > this.#limits.maxSourceBytes ? 0 : file.entry.size;
    if (language !== null && size > 0) this.#shares.add(language, size);
    if (language !== null && isAmbiguous(file.name)) this.#addFileSignal(file.path);
    if (text !== null) this.#findings.add(readSource(file.path, text), file.path);
  }
}
