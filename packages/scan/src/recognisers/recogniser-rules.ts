/** Rules across entries: names and signals used twice, and implied technologies that are not defined. */
import { canonicalSignal, widerPatterns } from "./pattern.ts";
import type { Recogniser, SignalKind } from "./technology.ts";

/** A recogniser and its position in its file. */
export interface PlacedRecogniser extends Recogniser {
  /** As in the file: signals listed under `networks` are not repeated here. */
  place: { file: number; path: readonly PropertyKey[] };
  /** The path of each pattern within the entry. */
  patterns: readonly PlacedPattern[];
  directlyImplies: readonly string[];
}

export interface PlacedPattern {
  kind: SignalKind;
  pattern: string;
  path: readonly PropertyKey[];
}

export interface PlacedFault {
  file: number;
  path: PropertyKey[];
  rule: string;
}

interface Claim extends PlacedPattern {
  by: PlacedRecogniser;
}

export function faultsAcrossRecognisers(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  return [
    ...repeatedNames(recognisers),
    ...withoutSignals(recognisers),
    ...implicationFaults(recognisers),
    ...repeatedPatterns(recognisers),
    ...coveredPatterns(recognisers),
    ...repeatedNetworks(recognisers),
  ];
}

function repeatedNames(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  const seen = new Set<string>();
  return recognisers.flatMap((recogniser) => {
    const name = recogniser.name.toLowerCase();
    if (seen.has(name)) return [fault(recogniser, ["name"], `"${recogniser.name}" is used twice`)];
    seen.add(name);
    return [];
  });
}

function withoutSignals(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  return recognisers
    .filter(({ patterns }) => patterns.length === 0)
    .map((recogniser) => fault(recogniser, [], `"${recogniser.name}" has no signal to find it by`));
}

function implicationFaults(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  const byName = new Map(recognisers.map((recogniser) => [recogniser.name, recogniser]));
  return recognisers.flatMap((recogniser) => {
    const unknown = recogniser.directlyImplies.flatMap((name, index) =>
      byName.has(name)
        ? []
        : [fault(recogniser, ["implies", index], `names the unknown technology "${name}"`)],
    );
    if (!recogniser.implies.includes(recogniser.name)) return unknown;
    return [...unknown, fault(recogniser, ["implies"], `leads back to "${recogniser.name}"`)];
  });
}

function repeatedPatterns(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  const faults: PlacedFault[] = [];
  const first = new Map<string, Claim>();
  for (const claim of claimsOf(recognisers)) {
    const key = `${claim.kind} ${claim.pattern}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, claim);
    else if (before.by === claim.by)
      faults.push(fault(claim.by, claim.path, `"${claim.pattern}" is listed twice`));
    else {
      faults.push(
        fault(
          claim.by,
          claim.path,
          `"${claim.pattern}" is already a signal of "${before.by.name}": keep it for one, and let that one imply the other`,
        ),
      );
    }
  }
  return faults;
}

/** Within a kind, a signal of the narrow pattern also matches the wide one's technology: `implies` must state it. */
function coveredPatterns(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  const claims = claimsOf(recognisers);
  const byKey = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = keyOf(claim, canonicalSignal(claim.kind, claim.pattern));
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [claim]);
    else same.push(claim);
  }
  return claims.flatMap((narrow) =>
    widerPatterns(narrow.kind, narrow.pattern)
      .flatMap((pattern) => byKey.get(keyOf(narrow, pattern)) ?? [])
      .filter(({ by }) => by !== narrow.by && !narrow.by.implies.includes(by.name))
      .map((wide) =>
        fault(
          narrow.by,
          narrow.path,
          `"${narrow.pattern}" is matched by "${wide.pattern}" of "${wide.by.name}": imply "${wide.by.name}", or narrow its pattern`,
        ),
      ),
  );
}

function keyOf({ kind, by }: Claim, pattern: string): string {
  return `${by.kind} ${kind} ${pattern}`;
}

function repeatedNetworks(recognisers: readonly PlacedRecogniser[]): PlacedFault[] {
  const seen = new Map<string, string>();
  return recognisers.flatMap((recogniser) =>
    Object.entries(recogniser.networks ?? {}).flatMap(([network, { chainId = [], name = [] }]) => {
      const labels = [
        ...chainId.map((label, index) => ({
          key: String(label),
          path: ["networks", network, "chainId", index],
        })),
        ...name.map((label, index) => ({
          key: label.toLowerCase().replace(/[-_]/g, ""),
          path: ["networks", network, "name", index],
        })),
      ];
      return labels.flatMap(({ key, path }) => {
        const other = seen.get(key);
        seen.set(key, recogniser.name);
        return other === undefined
          ? []
          : [fault(recogniser, path, `"${key}" already names a network of "${other}"`)];
      });
    }),
  );
}

function claimsOf(recognisers: readonly PlacedRecogniser[]): Claim[] {
  return recognisers.flatMap((by) => by.patterns.map((pattern) => ({ ...pattern, by })));
}

function fault({ place }: PlacedRecogniser, path: readonly PropertyKey[], rule: string): PlacedFault {
  return { file: place.file, path: [...place.path, ...path], rule };
}
