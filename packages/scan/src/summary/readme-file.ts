/** The README of a folder, as text. Its links are never followed. */
import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

/** Bytes read of one README; the rest is ignored. */
const MAX_BYTES = 512 * 1024;
/** Names looked at in one folder. */
const MAX_NAMES = 20_000;
/** Refuses symbolic links and does not block on a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The folders in which GitHub looks for a README. */
const folders = ["", ".github", "docs"];
/** In order of preference. */
const extensions = ["md", "markdown", "mdown", "mdx", "rst", "", "txt", "text", "adoc", "asciidoc", "org"];

export interface Readme {
  /** Path below the folder. */
  path: string;
  format: "markdown" | "rst";
  text: string;
}

/** Every README that is text, the best first: at the root, in Markdown, without a language suffix. */
export function* readmesIn(folder: string): Iterable<Readme> {
  for (const sub of folders) {
    const names = namesIn(folder, sub).flatMap((name) => {
      const match = /^readme(?:[._-]([a-z]{2}(?:[-_][a-z]{2,4})?))?(?:\.([a-z]+))?$/i.exec(name);
      if (match === null) return [];
      const [, language = "", extension = ""] = match.map((part) => part?.toLowerCase());
      const isExtension = language !== "" && extension === "" && extensions.includes(language);
      const rank = extensions.indexOf(isExtension ? language : extension);
      return rank === -1 ? [] : [{ name, rank, language: isExtension ? "" : language }];
    });
    names.sort(
      (a, b) =>
        Number(a.language !== "") - Number(b.language !== "") ||
        Number(a.language !== "en") - Number(b.language !== "en") ||
        a.rank - b.rank ||
        (a.name < b.name ? -1 : 1),
    );
    for (const { name } of names) {
      const path = sub === "" ? name : `${sub}/${name}`;
      const text = readStart(join(folder, path));
      if (text !== null) yield { path, format: /\.rst$/i.test(name) ? "rst" : "markdown", text };
    }
  }
}

function namesIn(folder: string, sub: string): string[] {
  const path = join(folder, sub);
  const names: string[] = [];
  try {
    if (sub !== "" && !lstatSync(path).isDirectory()) return [];
    const listing = opendirSync(path);
    try {
      for (let looked = 0; looked < MAX_NAMES; looked++) {
        const entry = listing.readSync();
        if (entry === null) break;
        if (entry.isFile()) names.push(entry.name);
      }
    } finally {
      listing.closeSync();
    }
  } catch {
    // A missing or unreadable folder has no README.
  }
  return names;
}

/** Null unless it is a readable regular text file. */
function readStart(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, FLAGS);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const buffer = Buffer.alloc(Math.min(stats.size, MAX_BYTES));
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return decode(buffer.subarray(0, length), stats.size > length);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** UTF-8, or UTF-16 with a byte order mark (as Windows shells write it). `cut`: the file has more than these bytes. */
export function decode(bytes: Buffer, cut = false): string | null {
  const text = unicode(bytes);
  if (text === null) return null;
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  // Text in another encoding may have a few; an image or an archive has many.
  if (wrong > 8 && wrong * 20 > text.length) return null;
  return withoutControls(cut ? text.slice(0, text.lastIndexOf("\n") + 1 || text.length) : text);
}

function unicode(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le", 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString("utf16le");
  }
  return bytes.includes(0) ? null : bytes.toString("utf8");
}

/** Normalises newlines to `\n` and removes control characters except tabs, and bidirectional overrides. */
function withoutControls(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, "\n")
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, "");
}
