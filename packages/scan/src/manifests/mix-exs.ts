import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

/** mix.exs, read as text and never run: dependencies written as `{:name, "~> 1.0"}`. */
export const mixExs: ManifestReader = {
  reads: namedExactly("mix.exs"),
  read({ text }, reading) {
    for (const line of text.split("\n")) {
      if (line.length > 500 || /^\s*#/.test(line)) continue;
      const elixir = statedVersion(/^\s*elixir:\s*"([^"]+)"/.exec(line)?.[1]);
      if (elixir !== undefined) {
        reading.languages.push({ language: "Elixir", version: elixir, quote: `elixir: "${elixir}"` });
      }
      for (const [, name = "", release] of line.matchAll(/\{:([a-z]\w*),\s*(?:"([^"]*)"|\w+:)/g)) {
        const version = statedVersion(release);
        const origin = /only:\s*(?:\[\s*)?:(?:dev|test)/.test(line) ? "development" : "runtime";
        const quote = version === undefined ? `:${name}` : `{:${name}, "${version}"}`;
        reading.signals.push({ kind: "hex", name, ...(version && { version }), origin, quote });
      }
    }
  },
};
