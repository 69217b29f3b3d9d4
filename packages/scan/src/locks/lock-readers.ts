import { bunLock } from "./bun-lock.ts";
import type { LockReader } from "./lock.ts";
import { composerLock, gemfileLock, mixLock, pipfileLock, pubspecLock } from "./other-locks.ts";
import { packageLock } from "./package-lock.ts";
import { cargoLock, pythonLock, scarbLock } from "./package-tables.ts";
import { pnpmLock } from "./pnpm-lock.ts";
import { yarnLock } from "./yarn-lock.ts";

/** Every lock file format; where a folder has several of one registry, the first in this list takes precedence. */
export const lockReaders: readonly LockReader[] = [
  packageLock,
  pnpmLock,
  yarnLock,
  bunLock,
  cargoLock,
  scarbLock,
  pythonLock,
  pipfileLock,
  gemfileLock,
  composerLock,
  pubspecLock,
  mixLock,
];
