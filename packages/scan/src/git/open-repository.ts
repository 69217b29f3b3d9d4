/** A repository opened for reading its files one by one: a source of documents. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Blobs, openBlobs } from "./blobs.ts";
import { type CheckedAddress, withCheckedAddress } from "./checked-address.ts";
import { CloneFailure } from "./clone-failure.ts";
import { fetchCommit } from "./fetch-commit.ts";
import { type Change, type HistoryLimits, inUtc, lastChanges } from "./last-changes.ts";
import { type ListLimits, listRepository, type RepositoryListing } from "./list-repository.ts";
import type { Network } from "./public-address.ts";
import { type GitCall, runGit } from "./run-git.ts";
import { temporaryFolders, withinSeconds } from "./temporary-folders.ts";

export interface RepositoryLimits extends ListLimits {
  /** For the files of the commit, from the first request on. */
  seconds: number;
  /** Bytes of the commit on the wire, compressed. */
  packBytes: number;
  history: HistoryLimits & { seconds: number };
}

export interface RepositoryRequest {
  /** https, http where the network permits it, or file. */
  url: string;
  /** Default: the branch that the server names. */
  branch?: string;
  /** Nothing is fetched when the branch is still at this commit. */
  known: string | null;
  /** Not asked for a `file:` URL: whether it may be read is the caller's decision. */
  network: Network;
  limits: RepositoryLimits;
  signal: AbortSignal;
}

export interface OpenRepository {
  /** The commit. */
  revision: string;
  /** When the commit was made, ISO 8601. */
  committedAt: string;
  /** Files that `keep` accepts; never symbolic links or submodules. */
  list(keep: (path: string) => boolean): Promise<RepositoryListing>;
  read(object: string): Promise<Buffer>;
  /** The newest commit that touched a file, by path; see `lastChanges`. Fetched once. */
  changes(): Promise<ReadonlyMap<string, Change>>;
  close(): Promise<void>;
}

/**
 * Fetches the newest commit. Null when it is `known`. Throws CloneFailure, GitMissingError, or the signal's reason.
 */
export async function openRepository(request: RepositoryRequest): Promise<OpenRepository | null> {
  const { known, limits, signal } = request;
  signal.throwIfAborted();
  const { folder, home, remove } = await temporaryFolders();
  const repository = join(folder, "git");
  const closing = new AbortController();
  const call = { protocols: [], cwd: repository, home, signal: AbortSignal.any([signal, closing.signal]) };
  try {
    const fetched = await withinSeconds(limits.seconds, signal, async (bounded) => {
      const { ref, revision } = await newestCommit(request, { cwd: folder, home, signal: bounded });
      if (revision === known) return null;
      await reach(request, bounded, async (address) => {
        await rm(repository, { recursive: true, force: true });
        return fetchCommit({ ...address, ref, folder: repository, home, limits, signal: bounded });
      });
      return { ref, ...(await headOf(call)) };
    });
    if (fetched === null) {
      await remove();
      return null;
    }
    const { ref, revision, committedAt } = fetched;
    const blobs: Blobs = openBlobs(call);
    let history: Promise<Map<string, Change>> | null = null;
    const readHistory = () =>
      withinSeconds(limits.history.seconds, call.signal, (bounded) =>
        reach(request, bounded, async (address) => {
          const path = join(folder, "history");
          await rm(path, { recursive: true, force: true });
          return lastChanges({
            ...address,
            ref,
            folder: path,
            home,
            limits: limits.history,
            signal: bounded,
          });
        }),
      );
    return {
      revision,
      committedAt,
      list: (keep) => listRepository(call, { revision, keep, limits }),
      read: blobs.read,
      changes: () => {
        history ??= readHistory();
        return history;
      },
      close: async () => {
        closing.abort(new CloneFailure("failed", "the repository was closed"));
        await Promise.allSettled([blobs.close(), history]);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function reach<T>(
  { url, network }: RepositoryRequest,
  signal: AbortSignal,
  use: (address: CheckedAddress) => Promise<T>,
): Promise<T> {
  if (new URL(url).protocol === "file:") return use({ url, protocol: "file", config: [] });
  return withCheckedAddress(url, { network, signal }, use);
}

/** Asks the server without fetching anything. */
async function newestCommit(
  request: RepositoryRequest,
  call: Pick<GitCall, "cwd" | "home" | "signal">,
): Promise<{ ref: string; revision: string }> {
  const { branch } = request;
  const ref = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
  let said = "";
  await reach(request, call.signal, async ({ url, protocol, config }) =>
    runGit({
      ...call,
      protocols: [protocol],
      config,
      args: ["ls-remote", "--quiet", "--", url, ref],
      read: async (stdout) => {
        said = await upTo(stdout, 1_000_000);
      },
    }),
  );
  const line = said.split("\n").find((one) => one.endsWith(`\t${ref}`));
  const revision = /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0];
  if (revision !== undefined) return { ref, revision };
  throw new CloneFailure(
    "not-a-repository",
    branch === undefined ? "the repository has no commits yet" : `the repository has no branch ${branch}`,
  );
}

async function upTo(stdout: Readable, most: number): Promise<string> {
  let text = "";
  for await (const piece of stdout.setEncoding("utf8")) {
    text += piece;
    if (text.length > most) break;
  }
  return text;
}

/** The branch may have moved on since it was asked for. */
async function headOf(
  call: GitCall | Omit<GitCall, "args">,
): Promise<{ revision: string; committedAt: string }> {
  let said = "";
  const read = async (stdout: Readable) => {
    said = await upTo(stdout, 1_000);
  };
  await runGit({ ...call, args: ["log", "-1", "--format=%H %cI", "FETCH_HEAD", "--"], read });
  const [revision = "", committedAt = ""] = said.trim().split(" ");
  return { revision, committedAt: inUtc(committedAt) };
}
