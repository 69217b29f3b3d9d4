import { canonicalSignal, matches } from "./pattern.ts";
import { type Network, type NetworkSignals, networks, type Recogniser } from "./technology.ts";

/** What a network can be told by. */
export type NetworkLabel = keyof NetworkSignals;

export interface NetworkMatch {
  recogniser: Recogniser;
  network: Network;
}

/**
 * The networks that a host, a variable, a chain id or a name shows, at most one of each chain: where patterns overlap,
 * the longer one wins (`sepolia.basescan.org` before `basescan.org`). A cluster shows a network only of a chain that is
 * known to be there, so the caller picks that chain's.
 */
export type NetworkMatcher = (label: NetworkLabel, value: string) => readonly NetworkMatch[];

interface Entry extends NetworkMatch {
  label: NetworkLabel;
  pattern: string;
}

export function matchNetworks(recognisers: readonly Recogniser[]): NetworkMatcher {
  const entries = recognisers.flatMap(entriesOf);
  const exact = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.label, entry.pattern);
    exact.set(key, [...(exact.get(key) ?? []), entry]);
  }
  const byPattern = entries.filter(({ label }) => label === "host" || label === "env");
  return (label, value) => {
    const found =
      label === "host" || label === "env"
        ? byPattern.filter((entry) => entry.label === label && matches(label, entry.pattern, value))
        : (exact.get(keyOf(label, value)) ?? []);
    const best = new Map<Recogniser, Entry>();
    for (const entry of found) {
      const other = best.get(entry.recogniser);
      if (other === undefined || entry.pattern.length > other.pattern.length)
        best.set(entry.recogniser, entry);
    }
    return [...best.values()].map(({ recogniser, network }) => ({ recogniser, network }));
  };
}

function entriesOf(recogniser: Recogniser): Entry[] {
  return networks.flatMap((network) => {
    const signals: NetworkSignals = recogniser.networks?.[network] ?? {};
    return Object.entries(signals).flatMap(([label, patterns]) =>
      (patterns as readonly (string | number)[]).map((pattern) => ({
        recogniser,
        network,
        label: label as NetworkLabel,
        pattern: String(pattern),
      })),
    );
  });
}

function keyOf(label: NetworkLabel, value: string): string {
  if (label === "name" || label === "cluster") return `${label} ${networkName(value)}`;
  return `${label} ${label === "chainId" ? value.trim() : canonicalSignal(label, value)}`;
}

/** `baseSepolia`, `base-sepolia` and `BASE_SEPOLIA` are one name. */
export function networkName(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}
