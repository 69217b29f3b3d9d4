/** How much of a repository is fetched and read. Fields missing from an override keep their value. */
export interface CloneLimits {
  /** From the first request to the last file written. */
  seconds: number;
  /** Bytes on the wire, compressed. */
  packBytes: number;
  /** Entries of the tree that are listed. */
  listedFiles: number;
  /** Files written out for the scanner. */
  files: number;
  /** Bytes of all files written out. */
  bytes: number;
  /** Larger files are skipped. */
  fileBytes: number;
}

export const cloneLimits: CloneLimits = {
  seconds: 120,
  packBytes: 300 * 2 ** 20,
  listedFiles: 300_000,
  files: 30_000,
  bytes: 200 * 2 ** 20,
  fileBytes: 16 * 2 ** 20,
};
