import { canonicalSignal, isPrefix } from "../recognisers/pattern.ts";
import type { Network, NetworkSignals, Recogniser } from "../recognisers/recogniser.ts";
import { networks } from "../recognisers/recogniser.ts";
import type { NetworkMention, Signal } from "../signal.ts";

export interface ChainNetwork {
  chain: Recogniser;
  network: Network;
}

/** Which network of which chain a host, a variable or a mention in a configuration names. */
export interface NetworkIndex {
  ofSignal(signal: Signal): readonly ChainNetwork[];
  /** `certain` where the mention is also a signal of the chain, not only of its network. */
  ofMention(mention: NetworkMention): { found: readonly ChainNetwork[]; certain: boolean };
}

export function indexNetworks(recognisers: readonly Recogniser[]): NetworkIndex {
  const exact = new Map<string, ChainNetwork[]>();
  const prefixes: { stem: string; at: ChainNetwork }[] = [];
  const add = (key: string, at: ChainNetwork) => exact.set(key, [...(exact.get(key) ?? []), at]);
  for (const chain of recognisers) {
    for (const network of networks) {
      const signals: NetworkSignals = chain.networks?.[network] ?? {};
      const at = { chain, network };
      for (const host of signals.host ?? []) add(`host ${canonicalSignal("host", host)}`, at);
      for (const variable of signals.env ?? []) {
        const name = canonicalSignal("env", variable);
        if (isPrefix(name)) prefixes.push({ stem: name.slice(0, -1), at });
        else add(`env ${name}`, at);
      }
      for (const id of signals.chainId ?? []) add(`id ${id}`, at);
      for (const name of signals.name ?? []) add(`name ${folded(name)}`, at);
      for (const cluster of signals.cluster ?? []) add(`cluster ${folded(cluster)}`, at);
    }
  }
  return {
    ofSignal: ({ kind, name }) => {
      if (kind === "env") {
        const variable = canonicalSignal("env", name);
        const found = exact.get(`env ${variable}`) ?? [];
        return [...found, ...prefixes.filter(({ stem }) => variable.startsWith(stem)).map(({ at }) => at)];
      }
      return kind === "host" ? mostSpecificHost(exact, canonicalSignal("host", name)) : [];
    },
    ofMention: (mention) => {
      if (mention.chainId !== undefined) {
        return { found: exact.get(`id ${mention.chainId}`) ?? [], certain: true };
      }
      if (mention.name !== undefined) {
        return { found: exact.get(`name ${folded(mention.name)}`) ?? [], certain: true };
      }
      const found = exact.get(`cluster ${folded(mention.cluster ?? "")}`) ?? [];
      const { chain } = mention;
      return {
        found:
          chain === undefined ? found : found.filter((each) => folded(each.chain.name) === folded(chain)),
        certain: false,
      };
    },
  };
}

/** `sepolia.basescan.org` belongs to the test network although `basescan.org` belongs to the main one. */
function mostSpecificHost(exact: ReadonlyMap<string, ChainNetwork[]>, host: string): readonly ChainNetwork[] {
  const parts = host.split(".").slice(-16);
  for (let from = 0; from < parts.length - 1; from++) {
    const found = exact.get(`host ${parts.slice(from).join(".")}`);
    if (found !== undefined) return found;
  }
  return [];
}

/** Normalises `arbitrumSepolia`, `arbitrum-sepolia` and `arbitrum_sepolia` to one name. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}
