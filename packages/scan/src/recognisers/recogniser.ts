/** Loads recogniser files: reads them, checks them against each other, and resolves implications. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { faultsAcrossRecognisers, type PlacedPattern, type PlacedRecogniser } from "./recogniser-rules.ts";
import { type RecogniserEntry, type RecogniserFile, recogniserFileSchema } from "./recogniser-schema.ts";
import { type Recogniser, type SignalKind, signalKinds, technologyKinds } from "./technology.ts";

export { matchSignals, type SignalMatch, type SignalMatcher } from "./match-signals.ts";
export {
  type Network,
  type NetworkSignals,
  networks,
  type Recogniser,
  type SignalKind,
  type Signals,
  signalKinds,
} from "./technology.ts";

/** The built-in recognisers, beside this module in both the sources and the build. */
export const defaultRecognisersPath = fileURLToPath(new URL("./known", import.meta.url));

/** Files of recognisers that cannot be used; the message has one line `file:line: field: rule` for each fault. */
export class RecogniserError extends Error {
  override readonly name = "RecogniserError";
}

const recogniserFile = { kind: "file of recognisers", Refusal: RecogniserError };

/** A broken rule, and the entry that breaks it as a path into the content. */
interface Fault {
  path: PropertyKey[];
  rule: string;
}

/** Reads YAML files and locates entries in them; supplied by the program that scans. */
export interface YamlFiles {
  /** The content of a file that fits the schema. Throws a `Refusal` with one line for each fault. */
  open<S extends z.ZodType>(
    path: string,
    options: typeof recogniserFile & { schema: S },
  ): {
    content: z.output<S>;
    /** `file:line: field: rule`. */
    located(fault: Fault): string;
  };
  /** The error for some faults, as `located` writes them. */
  refusal(faults: readonly string[], options: typeof recogniserFile): Error;
}

/**
 * Reads the recognisers of YAML files and of all YAML files directly in folders. Several paths form one set:
 * `[defaultRecognisersPath, "own.yaml"]` adds a custom file. Ordered by kind, then by name.
 *
 * @throws {RecogniserError} when a file cannot be read, is not YAML in UTF-8, or breaks a rule.
 */
export function loadRecognisers(
  yaml: YamlFiles,
  paths: readonly string[] = [defaultRecognisersPath],
): Recogniser[] {
  const files = paths.flatMap(filesOf);
  const opened = files.map((path) => yaml.open(path, { ...recogniserFile, schema: recogniserFileSchema }));
  const placed = withAllImplied(opened.flatMap(({ content }, file) => placedEntries(content, file)));
  const faults = faultsAcrossRecognisers(placed);
  if (faults.length > 0) {
    throw yaml.refusal(
      faults.map(({ file, path, rule }) => (opened[file] as (typeof opened)[number]).located({ path, rule })),
      recogniserFile,
    );
  }
  return placed
    .map(({ place: _, patterns: __, directlyImplies: ___, ...recogniser }) => recogniser)
    .sort((a, b) => order(a) - order(b) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

const order = ({ kind }: Recogniser) => technologyKinds.indexOf(kind);

function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name));
    if (names.length > 0) return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw new RecogniserError(`${path}: the recognisers cannot be read: ${(error as Error).message}`);
  }
  throw new RecogniserError(`${path}: the folder holds no file that ends in .yaml`);
}

function placedEntries(content: RecogniserFile, file: number): PlacedRecogniser[] {
  return technologyKinds.flatMap((kind) =>
    (content[kind] ?? []).map((entry: RecogniserEntry, index): PlacedRecogniser => {
      const patterns = patternsOf(entry);
      return {
        name: entry.name,
        kind,
        signals: signalsOf(patterns),
        implies: [],
        ...(entry.networks && { networks: entry.networks }),
        place: { file, path: [kind, index] },
        patterns,
        directlyImplies: entry.implies ?? [],
      };
    }),
  );
}

function patternsOf(entry: RecogniserEntry): PlacedPattern[] {
  const own = signalKinds.flatMap((kind) =>
    (entry[kind] ?? []).map((pattern, index): PlacedPattern => ({ kind, pattern, path: [kind, index] })),
  );
  const ofNetworks = Object.entries(entry.networks ?? {}).flatMap(([network, signals]) =>
    (["env", "host"] as const).flatMap((kind) =>
      (signals?.[kind] ?? []).map(
        (pattern, index): PlacedPattern => ({ kind, pattern, path: ["networks", network, kind, index] }),
      ),
    ),
  );
  return [...own, ...ofNetworks];
}

function signalsOf(patterns: readonly PlacedPattern[]): Recogniser["signals"] {
  const signals: Partial<Record<SignalKind, string[]>> = {};
  for (const { kind, pattern } of patterns) signals[kind] = [...(signals[kind] ?? []), pattern];
  return signals;
}

/** Resolves implications transitively; a cycle is left in, for the rules to report. */
function withAllImplied(recognisers: readonly PlacedRecogniser[]): PlacedRecogniser[] {
  const direct = new Map(recognisers.map(({ name, directlyImplies }) => [name, directlyImplies]));
  return recognisers.map((recogniser) => {
    const reached = new Set<string>();
    const pending = [...recogniser.directlyImplies];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      pending.push(...(direct.get(name) ?? []));
    }
    return { ...recogniser, implies: [...reached].sort() };
  });
}
