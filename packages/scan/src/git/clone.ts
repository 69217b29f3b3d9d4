/** Checks a repository out into a temporary folder, which is removed after use. */
import { mkdir, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { withCheckedAddress } from "./checked-address.ts";
import { type CloneLimits, cloneLimits } from "./clone-limits.ts";
import { fetchCommit } from "./fetch-commit.ts";
import type { Network } from "./public-address.ts";
import { runGit } from "./run-git.ts";
import { temporaryFolders, withinSeconds } from "./temporary-folders.ts";
import { type ChosenFiles, chooseFiles } from "./tree-files.ts";
import { makeFolders, writeFiles } from "./write-files.ts";

export interface Checkout {
  /** Contains the files of the commit, without git's own files. */
  path: string;
  /** The commit. */
  revision: string;
  /** Omissions, with reasons. */
  leftOut: string[];
}

export interface CloneOptions {
  signal?: AbortSignal;
  limits?: Partial<CloneLimits>;
}

interface Reading {
  folder: string;
  home: string;
  limits: CloneLimits;
  signal: AbortSignal;
}

/**
 * Fetches the newest commit of a repository that a record names, over the public internet only, and calls `look` with
 * its files. Throws CloneFailure, GitMissingError, the signal's reason, or what `look` throws. Always cleans up.
 */
export function withPublicRepository<T>(
  url: string,
  look: (checkout: Checkout) => Promise<T>,
  { network, ...options }: CloneOptions & { network: Network },
): Promise<T> {
  return withReading(options, async (reading) => {
    const folder = join(reading.folder, "git");
    const revision = await withCheckedAddress(url, { network, signal: reading.signal }, async (address) => {
      await rm(folder, { recursive: true, force: true });
      return fetchCommit({ ...reading, ...address, folder });
    });
    return look(await unpack(revision, reading));
  });
}

/** The same for an address that the user typed: any host is allowed, with the user's ssh keys. */
export function withTypedRepository<T>(
  { url, protocol }: { url: string; protocol: "https" | "ssh" | "file" },
  look: (checkout: Checkout) => Promise<T>,
  options: CloneOptions = {},
): Promise<T> {
  return withReading(options, async (reading) => {
    const home = protocol === "ssh" ? homedir() : reading.home;
    // Redirects are allowed: the user typed this address, it does not come from a record.
    const config = protocol === "https" ? ["http.followRedirects=initial"] : [];
    const revision = await fetchCommit({
      ...reading,
      home,
      url,
      protocol,
      config,
      folder: join(reading.folder, "git"),
    });
    return look(await unpack(revision, reading));
  });
}

/** Throws GitMissingError when there is no git to read repositories with. */
export async function requireGit(signal: AbortSignal): Promise<void> {
  await runGit({ args: ["version"], protocols: [], cwd: tmpdir(), home: tmpdir(), signal });
}

async function withReading<T>(
  { signal, limits: given }: CloneOptions,
  read: (reading: Reading) => Promise<T>,
): Promise<T> {
  const limits = { ...cloneLimits, ...given };
  signal?.throwIfAborted();
  const { folder, home, remove } = await temporaryFolders();
  try {
    return await withinSeconds(limits.seconds, signal, (bounded) =>
      read({ folder, home, limits, signal: bounded }),
    );
  } finally {
    await remove();
  }
}

/** Writes the files of a fetched commit out, as far as the limits allow. */
async function unpack(revision: string, { folder, home, limits, signal }: Reading): Promise<Checkout> {
  const repository = join(folder, "git");
  const path = join(folder, "files");
  await mkdir(path);
  const call = { protocols: [], cwd: repository, home, signal };
  const chosen: ChosenFiles = { files: [], submodules: [], leftOut: [] };
  await runGit({
    ...call,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", revision],
    read: async (listing) => void Object.assign(chosen, await chooseFiles(listing, limits)),
  });
  const { files, submodules, leftOut } = chosen;
  await makeFolders(submodules, path);
  let unwritten = 0;
  if (files.length > 0) {
    await runGit({
      ...call,
      args: ["cat-file", "--batch", "--buffer"],
      input: [files.map(({ object }) => `${object}\n`).join("")],
      read: async (answers) => {
        unwritten = await writeFiles(answers, files, path);
      },
    });
  }
  if (unwritten > 0) leftOut.push(`${unwritten} files whose names collide or are too long`);
  return { path, revision, leftOut };
}
