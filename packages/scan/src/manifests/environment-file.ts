import { type ManifestReader, namedLike } from "./manifest.ts";

const NETWORK = /^(?:mainnet(?:-beta)?|testnet|devnet|localnet|localhost)$/;

/**
 * .env files and their examples: the names of variables, never a value. The one exception: whether a variable named
 * as a network or cluster is set to a well-known network name.
 */
export const environmentFile: ManifestReader = {
  reads: namedLike(
    /^(?:\.env(?:rc|\..+)?|(?:example|sample|template|\w+)\.env(?:\.\w+)?|env\.(?:example|sample|template))$/,
  ),
  read({ text }, reading) {
    for (const line of text.split("\n")) {
      if (line.length > 5000) continue;
      const found = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]{1,79})\s*=\s*["']?([\w-]{0,20})/.exec(line);
      if (found === null) continue;
      const [, name = "", value = ""] = found;
      reading.signals.push({ kind: "env", name, origin: "environment", quote: name });
      const chain = /(?:^|_)([A-Z]+)_(?:NETWORK|CLUSTER)$/.exec(name)?.[1];
      if (chain !== undefined && NETWORK.test(value)) {
        reading.networks.push({ chain, cluster: value, origin: "environment", quote: name });
      }
    }
  },
};
