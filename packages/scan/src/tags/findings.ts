import { matchSignals, type Recogniser, type SignalMatcher } from "../recognisers/recogniser.ts";
import { type TechnologyKind, technologyKinds } from "../recognisers/technology.ts";
import type { LanguageVersion, NetworkMention, Reading, Signal } from "../signal.ts";
import { confidenceOf, languageConfidence } from "./confidence.ts";
import { evidenceOf, languageEvidence } from "./evidence.ts";
import { indexNetworks, type NetworkIndex } from "./network-index.ts";
import { NetworkVotes } from "./network-votes.ts";
import type { RepositoryTags } from "./repository-tags.ts";

/** Maximum number of entries per kind in a record. */
const MAX_TAGS = 100;

/** Longer than any real package, host or variable name. */
const MAX_NAME = 250;

/** Kinds that have a version; a chain or a service has none. */
const versioned: ReadonlySet<TechnologyKind> = new Set(["languages", "frameworks", "tooling"]);

interface Sighting {
  confidence: number;
  /** Whether it is the technology's own package, not a related one. */
  main: boolean;
  depth: number;
  file: string;
  quote: string;
}

interface Finding {
  best: Sighting;
  version: (Sighting & { version: string }) | null;
  files: Set<string>;
  networks: NetworkVotes;
}

/** Collects signals per technology; memory is bounded by the recognisers, not by the tree. */
export class Findings {
  readonly #findings = new Map<Recogniser, Finding>();
  readonly #languages = new Map<string, Sighting & { version: string }>();
  readonly #clusters: { mention: NetworkMention; file: string }[] = [];
  readonly #match: SignalMatcher;
  readonly #networks: NetworkIndex;

  constructor(recognisers: readonly Recogniser[]) {
    this.#match = matchSignals(recognisers);
    this.#networks = indexNetworks(recognisers);
  }

  add(reading: Reading, file: string): void {
    for (const signal of reading.signals) this.addSignal(signal, file);
    for (const language of reading.languages) this.#addLanguage(language, file);
    for (const mention of reading.networks) this.#addMention(mention, file);
  }

  /** `locked`: the exact version and the lock file that states it. */
  addSignal(signal: Signal, file: string, locked?: { version: string; file: string }): void {
    if (signal.kind !== "file" && signal.name.length > MAX_NAME) return;
    const version = locked?.version ?? signal.version;
    const quote =
      locked === undefined || locked.version === signal.version
        ? signal.quote
        : `${signal.quote} (${locked.file}: ${locked.version})`;
    for (const { recogniser, statesVersion, implied } of this.#match(signal.kind, signal.name)) {
      const confidence = confidenceOf(signal.origin, { locked: locked !== undefined, implied });
      const sighting = { confidence, main: statesVersion, depth: depthOf(file), file, quote };
      const counts = statesVersion || (signal.ownVersion && !implied && versioned.has(recogniser.kind));
      this.#see(recogniser, sighting, counts ? version : undefined);
    }
    for (const { chain, network } of this.#networks.ofSignal(signal)) {
      this.#findings.get(chain)?.networks.add(network, signal.origin, `${file}\0${signal.name}`);
    }
  }

  #see(recogniser: Recogniser, sighting: Sighting, version?: string): void {
    let finding = this.#findings.get(recogniser);
    if (finding === undefined) {
      finding = { best: sighting, version: null, files: new Set(), networks: new NetworkVotes() };
      this.#findings.set(recogniser, finding);
    }
    if (finding.files.size < 1000) finding.files.add(sighting.file);
    if (version !== undefined) {
      const candidate = { ...sighting, version };
      if (finding.version === null || order(candidate, finding.version) < 0) finding.version = candidate;
    }
    if (order(sighting, finding.best) < 0) finding.best = sighting;
  }

  #addLanguage({ language, version, quote }: LanguageVersion, file: string): void {
    const stated = {
      confidence: confidenceOf("setting"),
      main: true,
      depth: depthOf(file),
      file,
      quote,
      version,
    };
    const known = this.#languages.get(language);
    if (known === undefined || order(stated, known) < 0) this.#languages.set(language, stated);
  }

  #addMention(mention: NetworkMention, file: string): void {
    const { found, certain } = this.#networks.ofMention(mention);
    if (!certain) {
      if (this.#clusters.length < 1000) this.#clusters.push({ mention, file });
      return;
    }
    const { origin, quote } = mention;
    for (const { chain, network } of found) {
      const sighting = { confidence: confidenceOf(origin), main: true, depth: depthOf(file), file, quote };
      this.#see(chain, sighting);
      this.#findings.get(chain)?.networks.add(network, origin, `${file}\0${quote}`);
    }
  }

  /**
   * The record. `shares` are the languages of the tree by the size of their code.
   *
   * Within a kind, sorted by confidence, then by number of files, then by name. Evidence and version come separately
   * from the strongest signal; among equals from the file nearest to the root, then by path.
   */
  tags(shares: readonly { language: string; share: number; files: number }[]): {
    builtWith: RepositoryTags;
    dropped: { kind: TechnologyKind; found: number }[];
  } {
    this.#settleClusters();
    const builtWith = { schemaVersion: 1 } as RepositoryTags;
    const dropped: { kind: TechnologyKind; found: number }[] = [];
    for (const kind of technologyKinds) {
      const tags = [...this.#findings]
        .filter(([recogniser]) => recogniser.kind === kind)
        .map(([recogniser, finding]) => ({ tag: tagOf(recogniser, finding), files: finding.files.size }));
      const all = kind === "languages" ? this.#withShares(tags, shares) : tags;
      all.sort(
        (a, b) =>
          b.tag.confidence - a.tag.confidence || b.files - a.files || (a.tag.name < b.tag.name ? -1 : 1),
      );
      if (all.length > MAX_TAGS) dropped.push({ kind, found: all.length });
      builtWith[kind] = all.slice(0, MAX_TAGS).map(({ tag }) => tag);
    }
    return { builtWith, dropped };
  }

  /** A language of the tree gets confidence by its share; a recogniser of the same name is merged with it. */
  #withShares(
    recognised: { tag: Tag; files: number }[],
    shares: readonly { language: string; share: number; files: number }[],
  ): { tag: Tag; files: number }[] {
    const own = new Set(shares.map(({ language }) => language.toLowerCase()));
    return [
      ...shares.map(({ language, share, files }) => {
        const same = recognised.find(({ tag }) => tag.name.toLowerCase() === language.toLowerCase())?.tag;
        const version = this.#languages.get(language)?.version ?? same?.version;
        const confidence = languageConfidence(share);
        const evidence = languageEvidence(share, files);
        const name = same?.name ?? language;
        return { tag: { name, ...(version && { version }), confidence, evidence }, files };
      }),
      ...recognised.filter(({ tag }) => !own.has(tag.name.toLowerCase())),
    ];
  }

  /** Network names from a chain's own tools are applied last, for chains that were found. */
  #settleClusters(): void {
    for (const { mention, file } of this.#clusters.splice(0)) {
      for (const { chain, network } of this.#networks.ofMention(mention).found) {
        this.#findings.get(chain)?.networks.add(network, mention.origin, `${file}\0${mention.quote}`);
      }
    }
  }
}

interface Tag {
  name: string;
  version?: string;
  confidence: number;
  evidence: string;
}

function tagOf({ name, kind }: Recogniser, { best, version, networks }: Finding): Tag {
  return {
    name,
    ...(version !== null && { version: version.version }),
    confidence: best.confidence,
    evidence: evidenceOf(best.file, best.quote),
    ...(kind === "chains" && { network: networks.winner() }),
  };
}

function order(a: Sighting, b: Sighting): number {
  return (
    b.confidence - a.confidence ||
    Number(b.main) - Number(a.main) ||
    a.depth - b.depth ||
    (a.file === b.file ? 0 : a.file < b.file ? -1 : 1)
  );
}

function depthOf(file: string): number {
  return file.split("/").length;
}
