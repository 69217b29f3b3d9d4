/** Files of a git repository: the newest commit of a branch, without anything being checked out or executed. */
import {
  CloneFailure,
  GitMissingError,
  type OpenRepository,
  openRepository,
  type RepositoryLimits,
  type RepositoryListing,
} from "../../../packages/scan/src/index.ts";
import type { ConnectorRecordOf } from "../../contract/records/connector-record.ts";
import {
  type Connector,
  type ConnectorContext,
  ItemFailure,
  type OpenSource,
  SourceFailure,
} from "../connector.ts";
import { formatOfName } from "../formats/format.ts";
import { linkTo } from "../link-template.ts";
import { pathFilter } from "../path-patterns.ts";
import { defaultLink } from "./default-link.ts";
import { networkOf, refusal } from "./network.ts";

type GitRecord = ConnectorRecordOf<"git">;

const limits: RepositoryLimits = {
  seconds: 900,
  packBytes: 2 ** 30,
  listedFiles: 1_000_000,
  files: 100_000,
  fileBytes: 64 * 2 ** 20,
  history: { seconds: 120, commits: 1_000, packBytes: 100 * 2 ** 20, names: 1_000_000 },
};

export const gitConnector: Connector<"git"> = { open: (record, context) => openGit(record, context) };

/** Other limits are for tests. */
export async function openGit(
  record: GitRecord,
  context: ConnectorContext,
  given: RepositoryLimits = limits,
): Promise<OpenSource | null> {
  const { signal, state } = context;
  const refused = refusal(record.url, context);
  if (refused !== null) throw new SourceFailure(refused);
  const repository = await asSourceFailure(context, () =>
    openRepository({
      url: record.url,
      branch: record.branch,
      known: state?.revision ?? null,
      network: networkOf(context),
      limits: given,
      signal,
    }),
  );
  return repository && sourceOf(repository, { record, context });
}

function sourceOf(
  repository: OpenRepository,
  { record, context }: { record: GitRecord; context: ConnectorContext },
): OpenSource {
  const { signal, state } = context;
  const link = record.link ?? defaultLink(record.url);
  const isChosen = pathFilter(record);
  const keep = (path: string) => formatOfName(path) !== null && isChosen(path);
  const notes: string[] = [];
  let listing: RepositoryListing | null = null;
  let listed: Promise<RepositoryListing> | null = null;
  const list = () => {
    listed ??= asSourceFailure(context, () => repository.list(keep)).then((found) => {
      listing = found;
      objects = new Map(found.files.map(({ path, object }) => [path, object]));
      return found;
    });
    return listed;
  };
  let objects = new Map<string, string>();

  // Without history, a file that is read because it has changed has changed by the newest commit at the latest.
  const newest = state === null ? {} : { publishedAt: repository.committedAt };
  let changes: Promise<(path: string) => { author?: string; publishedAt?: string }> | null = null;
  const readChanges = async () => {
    try {
      const found = await repository.changes();
      return (path: string) => {
        const change = found.get(path);
        return change === undefined ? {} : { author: change.author, publishedAt: change.date };
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CloneFailure)) throw error;
      notes.push(`dates of commits are not known: ${error.message}`);
      return () => newest;
    }
  };

  return {
    async *items() {
      for (const { path, object } of (await list()).files) {
        signal.throwIfAborted();
        yield { id: path, version: object };
      }
    },
    async fetch({ id }) {
      signal.throwIfAborted();
      await list();
      const object = objects.get(id);
      if (object === undefined) return { outcome: "gone" };
      changes ??= readChanges();
      try {
        const [bytes, changeOf] = await Promise.all([repository.read(object), changes]);
        if (isPointer(bytes))
          return { outcome: "skipped", reason: "its content is in Git LFS, which is not read" };
        const url = link === null ? {} : { url: linkTo(link, { path: id, revision: repository.revision }) };
        const hints = { ...changeOf(id), ...url };
        return { outcome: "read", content: { format: formatOfName(id)!, bytes, name: id, hints } };
      } catch (error) {
        signal.throwIfAborted();
        throw new ItemFailure(messageOf(error));
      }
    },
    listsAll: () => listing?.isComplete ?? false,
    state: () => ({ revision: repository.revision }),
    notes: () => [...(listing?.leftOut.map((left) => `left out: ${left}`) ?? []), ...notes],
    close: () => repository.close(),
  };
}

/** What Git LFS commits in place of a file. */
const isPointer = (bytes: Uint8Array) =>
  bytes.length < 1_024 &&
  Buffer.from(bytes).toString("latin1").startsWith("version https://git-lfs.github.com/spec/");

async function asSourceFailure<T>({ signal }: ConnectorContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CloneFailure || error instanceof GitMissingError)
      throw new SourceFailure(messageOf(error), { cause: error });
    throw error;
  }
}

/** git repeats the address, whose query may contain a token. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof CloneFailure && error.outcome === "refused" ? refusedHint : "";
  return message.replace(/\?[^\s'"]*/g, "") + hint;
}

const refusedHint = "; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS";
