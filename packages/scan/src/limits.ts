/** Limits of one scan. Files beyond a limit are skipped and reported; they never fail the scan. */
export interface ScanLimits {
  /** Names read in all folders together. */
  maxEntries: number;
  /** Entries read in one folder. */
  maxFolderEntries: number;
  /** Folders below the root; the root's own files have depth 0. */
  maxDepth: number;
  /** Files whose content is read. */
  maxReadFiles: number;
  /** Bytes of one source or settings file; a larger one is treated as data or generated code. */
  maxSourceBytes: number;
  /** Bytes of one manifest. */
  maxManifestBytes: number;
  /** Bytes of one lock file. */
  maxLockBytes: number;
  /** Bytes read in total. */
  maxTotalBytes: number;
  /** Time for the whole scan. */
  maxMilliseconds: number;
}

/** Large enough for hand-written code, small enough that scans of hostile trees end within seconds. */
export const defaultScanLimits: ScanLimits = {
  maxEntries: 200_000,
  maxFolderEntries: 20_000,
  maxDepth: 40,
  maxReadFiles: 20_000,
  maxSourceBytes: 1024 * 1024,
  maxManifestBytes: 512 * 1024,
  maxLockBytes: 16 * 1024 * 1024,
  maxTotalBytes: 256 * 1024 * 1024,
  maxMilliseconds: 30_000,
};
