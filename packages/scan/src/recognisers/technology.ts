/** A recogniser: a technology, and the names in a repository that show its use. */

export const technologyKinds = [
  "languages",
  "frameworks",
  "chains",
  "protocols",
  "services",
  "tooling",
  "standards",
] as const;
export type TechnologyKind = (typeof technologyKinds)[number];

/**
 * Where a signal was read, which determines what its name is: a package of a registry (npm … hex), a library of Foundry, a
 * dependency in Move.toml or Scarb.toml, a container image without its tag, a GitHub action without its version,
 * the name of an environment variable, a file's path, a host, an import in Solidity.
 */
export const signalKinds = [
  "npm",
  "cargo",
  "go",
  "pypi",
  "maven",
  "gem",
  "nuget",
  "pub",
  "composer",
  "hex",
  "foundry",
  "move",
  "scarb",
  "docker",
  "action",
  "env",
  "file",
  "host",
  "solidity",
] as const;
export type SignalKind = (typeof signalKinds)[number];

export const networks = ["mainnet", "devnet", "testnet", "localnet"] as const;
export type Network = (typeof networks)[number];

/** Patterns by kind of signal; `matchSignals` documents the matching. */
export type Signals = Partial<Record<SignalKind, readonly string[]>>;

/** How one network of a chain is identified. */
export interface NetworkSignals {
  /** Hosts and variables; they also count as signals of the chain. */
  host?: readonly string[] | undefined;
  env?: readonly string[] | undefined;
  /** EVM chain ids; they also count as signals of the chain. */
  chainId?: readonly number[] | undefined;
  /**
   * Its names in the configuration of EVM tools (`networks` of Hardhat, `rpc_endpoints` of Foundry, exports of
   * viem/chains); case, `-` and `_` do not matter.
   */
  name?: readonly string[] | undefined;
  /** Its name in the chain's own manifest (`cluster` of Anchor.toml); used only when the chain is found otherwise. */
  cluster?: readonly string[] | undefined;
}

export interface Recogniser {
  /** Canonical; no two recognisers have one, ignoring case. */
  name: string;
  kind: TechnologyKind;
  /** Including those of its networks; the first of each list determines the version (see `matchSignals`). */
  signals: Signals;
  /** Names of the technologies that this one implies, transitively. */
  implies: readonly string[];
  /** Chains only. */
  networks?: Partial<Record<Network, NetworkSignals>>;
}
