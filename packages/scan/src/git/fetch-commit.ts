/** Fetches the newest commit of a repository into a temporary bare repository. */
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CloneFailure } from "./clone-failure.ts";
import type { CloneLimits } from "./clone-limits.ts";
import { runGit } from "./run-git.ts";

const WATCH_MS = 200;

export interface FetchRequest {
  url: string;
  protocol: string;
  /** An empty folder: the bare repository is created in it. */
  folder: string;
  home: string;
  config: readonly string[];
  limits: Pick<CloneLimits, "packBytes">;
  /** Default `HEAD`. */
  ref?: string;
  /** Commits of history; default 1. */
  depth?: number;
  /** Objects to leave out, where the server can: `blob:none`. */
  filter?: string;
  signal: AbortSignal;
}

/** Resolves to the commit, 40 or 64 hexadecimal digits. Throws CloneFailure (`too-large` while it still grows). */
export async function fetchCommit(request: FetchRequest): Promise<string> {
  const { url, protocol, folder, home, config, signal, ref = "HEAD", depth = 1, filter } = request;
  await mkdir(folder, { recursive: true });
  const call = { protocols: [protocol], cwd: folder, home, signal };
  await runGit({ ...call, args: ["init", "--quiet", "--bare", "--template=", "."] });
  const watch = watchPack(join(folder, "objects", "pack"), request.limits.packBytes);
  try {
    await runGit({
      ...call,
      config,
      signal: AbortSignal.any([signal, watch.signal]),
      args: [
        "fetch",
        "--quiet",
        `--depth=${depth}`,
        ...(filter === undefined ? [] : [`--filter=${filter}`]),
        "--no-tags",
        "--no-recurse-submodules",
        "--no-write-commit-graph",
        "--no-auto-gc",
        "--",
        url,
        ref,
      ],
    });
  } finally {
    watch.end();
  }
  // A small repository may arrive whole between two checks of its size.
  if ((await bytesIn(join(folder, "objects", "pack"))) > request.limits.packBytes)
    throw tooLarge(request.limits.packBytes);
  const revision = /^[0-9a-f]{40,64}/.exec(await readFile(join(folder, "FETCH_HEAD"), "utf8"))?.[0];
  if (revision === undefined) throw new CloneFailure("failed", "git fetched nothing");
  return revision;
}

/** Aborts its signal as soon as the files of a folder exceed `most` bytes in total. */
function watchPack(folder: string, most: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    if ((await bytesIn(folder)) > most) controller.abort(tooLarge(most));
    looking = false;
  };
  const timer = setInterval(look, WATCH_MS);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}

const tooLarge = (most: number) =>
  new CloneFailure("too-large", `the repository is larger than ${Math.round(most / 2 ** 20)} MiB to fetch`);

/** Zero for a folder that does not exist (yet). */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
