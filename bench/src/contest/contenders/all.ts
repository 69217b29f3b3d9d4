/** All contenders, ours first. Each is loaded on demand: one that cannot be loaded does not stop the others. */
import type { Contender } from "../contender.ts";

const loaders = {
  "prior-art": async () => new (await import("./prior-art.ts")).PriorArt(),
  sqlite: async () => new (await import("./sqlite.ts")).Sqlite(),
  lancedb: async () => new (await import("./lancedb.ts")).LanceDb(),
  orama: async () => new (await import("./orama.ts")).Orama(),
  minisearch: async () => new (await import("./minisearch.ts")).MiniSearchText(),
} satisfies Record<string, () => Promise<Contender>>;

export type ContenderKey = keyof typeof loaders;
export const contenderKeys = Object.keys(loaders) as ContenderKey[];

export function loadContender(key: ContenderKey): Promise<Contender> {
  return loaders[key]();
}
