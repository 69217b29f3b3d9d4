import { canonicalSignal, globExpression, isPrefix } from "./pattern.ts";
import type { Recogniser, SignalKind } from "./technology.ts";

export interface SignalMatch {
  recogniser: Recogniser;
  /** Whether the package's version is the technology's version. */
  statesVersion: boolean;
  /** Whether the technology is only implied by another matched one. */
  implied: boolean;
}

/** The technologies that a signal matches, in the order of the recognisers, each once. */
export type SignalMatcher = (kind: SignalKind, name: string) => readonly SignalMatch[];

interface Claim {
  position: number;
  recogniser: Recogniser;
  /** Whether the pattern is the first of its list. */
  main: boolean;
}

interface Claims {
  exact: Map<string, Claim[]>;
  prefixes: { stem: string; claim: Claim }[];
  /** Globs of the form `*.extension`, by the extension with its dot. */
  extensions: Map<string, Claim[]>;
  globs: { begins: string; expression: RegExp; claim: Claim }[];
}

/**
 * Compiles recognisers. A pattern matches a signal of its kind that has the same name, or that begins with it where it
 * ends in `*`; a host matches its subdomains too; globs of files are those of `globExpression`. Every pattern that
 * matches counts. Names of packages are compared as their registries do (PyPI: case and `-_.` do not matter), and
 * variables without a bundler's prefix (`VITE_`).
 *
 * A package's version is used for the technology when its pattern is the first of its list and the technology is a
 * language, framework or tool; an image's version also when it is a service. A client library's version is not the
 * version of the chain, protocol or service that it connects to.
 */
export function matchSignals(recognisers: readonly Recogniser[]): SignalMatcher {
  const byName = new Map(
    recognisers.map((recogniser, position) => [recogniser.name, { recogniser, position }]),
  );
  const claims = new Map<SignalKind, Claims>();
  for (const [position, recogniser] of recognisers.entries()) {
    for (const [kind, patterns] of Object.entries(recogniser.signals) as [SignalKind, readonly string[]][]) {
      const ofKind = claims.get(kind) ?? { exact: new Map(), prefixes: [], extensions: new Map(), globs: [] };
      claims.set(kind, ofKind);
      for (const [index, pattern] of patterns.entries()) {
        addClaim(ofKind, { kind, pattern, claim: { position, recogniser, main: index === 0 } });
      }
    }
  }
  return (kind, name) => {
    const ofKind = claims.get(kind);
    if (ofKind === undefined) return [];
    const found = new Map<number, SignalMatch>();
    for (const { position, recogniser, main } of claimsOf(ofKind, kind, name)) {
      const statesVersion = (main && versionCounts(kind, recogniser)) || !!found.get(position)?.statesVersion;
      found.set(position, { recogniser, statesVersion, implied: false });
    }
    for (const { recogniser } of [...found.values()]) {
      for (const implied of recogniser.implies) {
        const other = byName.get(implied);
        if (other === undefined || found.has(other.position)) continue;
        found.set(other.position, { recogniser: other.recogniser, statesVersion: false, implied: true });
      }
    }
    return [...found].sort(([a], [b]) => a - b).map(([, match]) => match);
  };
}

function addClaim(
  claims: Claims,
  { kind, pattern, claim }: { kind: SignalKind; pattern: string; claim: Claim },
) {
  const canonical = kind === "file" ? pattern : canonicalSignal(kind, pattern);
  if (kind === "file" && /^\*\.[^*/]+$/.test(pattern)) {
    addTo(claims.extensions, pattern.slice(1), claim);
  } else if (kind === "file" && pattern.includes("*")) {
    // A glob with folders may begin anywhere in the path.
    const begins = pattern.includes("/") ? "" : pattern.slice(0, pattern.indexOf("*"));
    claims.globs.push({ begins, expression: globExpression(pattern), claim });
  } else if (kind !== "file" && isPrefix(canonical)) {
    claims.prefixes.push({ stem: canonical.slice(0, -1), claim });
  } else {
    addTo(claims.exact, canonical, claim);
  }
}

function addTo(claims: Map<string, Claim[]>, key: string, claim: Claim) {
  const same = claims.get(key);
  if (same === undefined) claims.set(key, [claim]);
  else same.push(claim);
}

function claimsOf({ exact, prefixes, extensions, globs }: Claims, kind: SignalKind, name: string): Claim[] {
  const canonical = canonicalSignal(kind, name);
  const found = exactNames(kind, canonical).flatMap((each) => exact.get(each) ?? []);
  if (kind === "file") {
    const base = canonical.slice(canonical.lastIndexOf("/") + 1);
    for (let dot = base.indexOf("."); dot >= 0; dot = base.indexOf(".", dot + 1)) {
      found.push(...(extensions.get(base.slice(dot)) ?? []));
    }
    for (const { begins, expression, claim } of globs) {
      if (base.startsWith(begins) && expression.test(canonical)) found.push(claim);
    }
  } else for (const { stem, claim } of prefixes) if (canonical.startsWith(stem)) found.push(claim);
  return found;
}

/** Lookup keys: a host and its parent domains; a path and its suffixes; for other kinds, only the name. */
function exactNames(kind: SignalKind, name: string): string[] {
  const separator = kind === "host" ? "." : kind === "file" ? "/" : null;
  if (separator === null) return [name];
  const parts = name.split(separator).slice(-MAX_PARTS);
  return parts.map((_, from) => parts.slice(from).join(separator));
}

/** More parts than any pattern has. */
const MAX_PARTS = 16;

const PACKAGED: ReadonlySet<string> = new Set(["languages", "frameworks", "tooling"]);
const VERSIONLESS: ReadonlySet<SignalKind> = new Set(["action", "env", "file", "host", "solidity"]);

function versionCounts(kind: SignalKind, recogniser: Recogniser): boolean {
  if (VERSIONLESS.has(kind)) return false;
  return PACKAGED.has(recogniser.kind) || (kind === "docker" && recogniser.kind === "services");
}
