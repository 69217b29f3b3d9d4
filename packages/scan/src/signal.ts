import type { SignalKind } from "./recognisers/recogniser.ts";

/**
 * How much the place where a signal stands says about what the project is built with; `tags/confidence.ts` puts
 * numbers to it.
 */
export type Standing =
  | "runtime"
  | "development"
  | "code"
  | "setting"
  | "image"
  | "action"
  | "environment"
  | "host";

/** A name that a file gives away, to be matched against the recognisers. */
export interface Signal {
  kind: SignalKind;
  /** As the registry, tool or system spells it. */
  name: string;
  /** As the file states it, a range included (`^18.2.0`); absent where the file states none. */
  version?: string;
  /** The version is one of the technology itself and not of a package that belongs to it. */
  ownVersion?: boolean;
  standing: Standing;
  /** The words of the file that show it, put together from the name and the version and nothing else. */
  quote: string;
}

/** A version of a language that a file states (`go 1.22`, a pragma, `requires-python`). */
export interface LanguageVersion {
  /** Linguist's name. */
  language: string;
  version: string;
  quote: string;
}

/** A place that names a network of a chain. Exactly one of `cluster`, `name` and `chainId` is there. */
export interface NetworkMention {
  /** The canonical name of the chain, where the file belongs to one chain. */
  chain?: string;
  /** What the chain's own tools call it; shows no chain that nothing else shows. */
  cluster?: string;
  /** What tools for EVM chains call it. */
  name?: string;
  chainId?: number;
  standing: Standing;
  quote: string;
}

/** What one file says. */
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
