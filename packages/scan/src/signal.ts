import type { SignalKind } from "./recognisers/recogniser.ts";

/**
 * Where a signal was found, which decides how strongly it counts; `tags/confidence.ts` maps it to a number.
 */
export type Origin =
  | "runtime"
  | "development"
  | "code"
  | "setting"
  | "image"
  | "action"
  | "environment"
  | "host";

/** A name found in a file, to be matched against the recognisers. */
export interface Signal {
  kind: SignalKind;
  /** As the registry, tool or system spells it. */
  name: string;
  /** As the file states it, a range included (`^18.2.0`); absent where the file states none. */
  version?: string;
  /** The version is the technology's own, not that of a related package. */
  ownVersion?: boolean;
  origin: Origin;
  /** Evidence text, built from the name and the version only. */
  quote: string;
}

/** A version of a language that a file states (`go 1.22`, a pragma, `requires-python`). */
export interface LanguageVersion {
  /** Linguist's name. */
  language: string;
  version: string;
  quote: string;
}

/** A mention of a network of a chain. Exactly one of `cluster`, `name` and `chainId` is set. */
export interface NetworkMention {
  /** The canonical name of the chain, where the file belongs to one chain. */
  chain?: string;
  /** Its name in the chain's own tools; not a signal of the chain itself. */
  cluster?: string;
  /** Its name in tools for EVM chains. */
  name?: string;
  chainId?: number;
  origin: Origin;
  quote: string;
}

/** The signals of one file. */
export interface Reading {
  signals: Signal[];
  languages: LanguageVersion[];
  networks: NetworkMention[];
  /** Paths of submodules, relative to the file's folder. */
  submodules: string[];
}

export function emptyReading(): Reading {
  return { signals: [], languages: [], networks: [], submodules: [] };
}
