/**
 * File names are bytes: they need not be UTF-8 and may contain anything but "/" and NUL. A byte path is a string
 * with one character (U+0000 to U+00FF) per byte, so that it can be joined, sorted and opened without loss.
 */
export type BytePath = string;

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** Relative to a folder; the empty path is the folder itself. */
export function joinBytePath(folder: BytePath, name: BytePath): BytePath {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The path as bytes, for the file system. */
export function onDisk(root: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(root), Buffer.from(path === "" ? "" : `/${path}`, "latin1")]);
}

/**
 * The path for display: invalid UTF-8, control characters, line separators and bidirectional marks become U+FFFD, so
 * that no name can forge lines or control a terminal.
 */
export function shownPath(path: BytePath): string {
  return Buffer.from(path, "latin1").toString("utf8").replace(UNSAFE, "\uFFFD");
}
