/** Syntax and matching of the patterns of each kind of signal. */
import type { SignalKind } from "./technology.ts";

interface Form {
  /** Matches a whole pattern, without a trailing `*` where `prefix` is set. */
  pattern: RegExp;
  example: string;
  prefix: boolean;
}

const form = (pattern: RegExp, example: string, prefix = true): Form => ({ pattern, example, prefix });

const forms: Record<SignalKind, Form> = {
  npm: form(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?([a-zA-Z0-9~-][a-zA-Z0-9._~-]*)?$/, "@scope/name"),
  cargo: form(/^[a-zA-Z][a-zA-Z0-9_-]*$/, "solana-program"),
  go: form(/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[A-Za-z0-9._~-]+)*\/?$/, "github.com/owner/module"),
  pypi: form(/^[a-z0-9]+(-[a-z0-9]+)*-?$/, "scikit-learn (lower case, hyphens only)"),
  maven: form(/^[A-Za-z0-9_.-]+:([A-Za-z0-9_.-]+)?$/, "group:artifact"),
  gem: form(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "rails"),
  nuget: form(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "Nethereum.Web3"),
  pub: form(/^[a-z][a-z0-9_]*$/, "flutter_bloc"),
  composer: form(/^[a-z0-9][a-z0-9._-]*\/([a-z0-9][a-z0-9._-]*)?$/, "vendor/name"),
  hex: form(/^[a-z][a-z0-9_]*$/, "phoenix"),
  foundry: form(/^[@A-Za-z0-9][A-Za-z0-9._/-]*$/, "openzeppelin-contracts"),
  move: form(/^[A-Za-z][A-Za-z0-9_-]*$/, "AptosFramework"),
  scarb: form(/^[a-z][a-z0-9_]*$/, "openzeppelin"),
  docker: form(/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*\/?$/, "ghcr.io/owner/image, without a tag"),
  action: form(/^[A-Za-z0-9][A-Za-z0-9-]*\/([A-Za-z0-9._/-]+)?$/, "owner/name, without a version"),
  env: form(/^[A-Z][A-Z0-9_]*$/, "OPENAI_API_KEY"),
  file: form(/^(?!\/)[^\\\s]+$/, "hardhat.config.* or prisma/schema.prisma", false),
  host: form(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "api.openai.com", false),
  solidity: form(/^[@A-Za-z0-9][A-Za-z0-9._/@-]*$/, "@openzeppelin/contracts/token/ERC20/*"),
};

/** Why a pattern is not well-formed, or null. */
export function patternFault(kind: SignalKind, pattern: string): string | null {
  const { pattern: shape, example, prefix } = forms[kind];
  const stem = prefix && isPrefix(pattern) ? pattern.slice(0, -1) : pattern;
  if (prefix && stem.includes("*")) return "may contain * only at its end";
  if (stem.length < 2) return "is too short: it would match nearly everything";
  return shape.test(stem) ? null : `is not a ${kind} pattern such as ${example}`;
}

/** Prefixes that bundlers require on variables exposed to the browser. */
const BUNDLER_PREFIX =
  /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|NUXT|GATSBY|VUE_APP|PUBLIC)_(?=.)/;

/** Normalises a signal's name to the form that patterns use. */
export function canonicalSignal(kind: SignalKind, name: string): string {
  switch (kind) {
    case "pypi":
      return name.toLowerCase().replace(/[-_.]+/g, "-");
    case "nuget":
    case "composer":
    case "host":
      return name.toLowerCase();
    case "action":
      return name.toLowerCase();
    case "docker":
      return name.toLowerCase().replace(/^(?:(?:index\.)?docker\.io\/)?(?:library\/)?/, "");
    case "env":
      return name.toUpperCase().replace(BUNDLER_PREFIX, "");
    default:
      return name;
  }
}

export function isPrefix(pattern: string): boolean {
  return pattern.endsWith("*");
}

/**
 * Every other pattern that would match everything this one matches: the parent domains of a host, the prefixes of a
 * name. Globs of files are not compared.
 */
export function widerPatterns(kind: SignalKind, pattern: string): string[] {
  if (kind === "file") return [];
  const canonical = canonicalSignal(kind, pattern);
  if (kind === "host") {
    const parts = canonical.split(".");
    return parts.slice(1).map((_, index) => parts.slice(index + 1).join("."));
  }
  const stem = isPrefix(canonical) ? canonical.slice(0, -1) : `${canonical}.`;
  return Array.from({ length: stem.length }, (_, length) => `${stem.slice(0, length)}*`);
}

/**
 * A glob of files as a regular expression over paths with `/`. Without a slash it is the name of a file in any
 * folder; with one, a path from any folder down. `*` stands for anything within a name, `**` for any folders.
 */
export function globExpression(glob: string): RegExp {
  const source = glob
    .split("/")
    .map((part) => (part === "**" ? "**" : part.split("*").map(escaped).join("[^/]*")))
    .join("/")
    .replaceAll("**/", "(?:[^/]+/)*")
    .replaceAll("**", ".*");
  // Time: backtracking is bounded, since paths are short, and patterns come from recogniser files, not from scanned trees.
  return new RegExp(`(?:^|/)${source}$`);
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
}
