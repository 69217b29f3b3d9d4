/** A seeded corpus of any size, as native import records in files. The same size and seed give the same bytes. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CorpusFiles } from "./corpus-files.ts";
import { SyntheticText } from "./synthetic-text.ts";
import { wordOf } from "./zipf.ts";

const seed = 20_261_121;
/** Increment it whenever the generator's output changes. */
const generatorVersion = 2;
const hackathonCount = 18;
const tracksPerHackathon = 8;
const sourceCount = 24;
const perWrite = 500;

/** Writes the corpus below `folder`, unless it is there. */
export function syntheticCorpus(folder: string, size: { documents: number; projects: number }): CorpusFiles {
  const name = `synthetic-v${generatorVersion}-${size.documents}-${size.projects}`;
  const path = join(folder, name);
  const files = { projects: join(path, "projects.jsonl"), archive: join(path, "archive.jsonl") };
  if (!existsSync(path)) {
    const partial = `${path}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    writeLines(join(partial, "projects.jsonl"), size.projects, project);
    writeLines(join(partial, "archive.jsonl"), size.documents, document);
    renameSync(partial, path);
  }
  return {
    name: `synthetic: ${size.documents} documents, ${size.projects} projects, Zipfian vocabulary, seed ${seed}`,
    whole: true,
    projects: size.projects > 0 ? [files.projects] : [],
    archive: size.documents > 0 ? [files.archive] : [],
    projectsMap: null,
    archiveMap: null,
  };
}

function writeLines(path: string, count: number, make: (number: number) => object): void {
  const handle = openSync(path, "w");
  for (let from = 0; from < count; from += perWrite) {
    const length = Math.min(perWrite, count - from);
    const lines = Array.from({ length }, (_, i) => `${JSON.stringify(make(from + i))}\n`);
    writeSync(handle, lines.join(""));
  }
  closeSync(handle);
}

/** A version 5 UUID, so that documents keep their ids. */
function uuid(name: string): string {
  const hash = createHash("sha1").update(`${seed}:${name}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

function document(number: number): object {
  const text = new SyntheticText(seed + number);
  const source = `source-${Math.floor(text.random() ** 1.7 * sourceCount)}`;
  const day = Math.floor(text.random() * 9_000);
  return {
    documentId: uuid(`document-${number}`),
    source,
    title: text.title(),
    author: `${wordOf(Math.floor(text.random() * 3_000))} ${wordOf(Math.floor(text.random() * 3_000))}`,
    url: `https://${source}.example.org/${number}`,
    publishedAt: new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10),
    content: text.prose(Math.min(60_000, Math.max(200, text.length(2_200, 0.9)))),
  };
}

/** Kind of tool → how many there are to choose from, and how many a project lists at most. */
const toolKinds = {
  languages: { of: 24, most: 4 },
  frameworks: { of: 120, most: 5 },
  chains: { of: 30, most: 2 },
  protocols: { of: 60, most: 3 },
  services: { of: 90, most: 3 },
  tooling: { of: 150, most: 6 },
  standards: { of: 20, most: 1 },
};
/** Of the taxonomy that comes with the product, and the two special ones. */
const categoryKeys = (
  "stablecoin-rails payments-checkout trading-exchange lending-insurance yield-portfolio " +
  "prediction-markets real-world-assets personal-finance fundraising-giving " +
  "cross-chain-interoperability network-infrastructure onchain-data wallets-accounts " +
  "developer-tooling security-fraud identity-reputation privacy-zero-knowledge " +
  "governance-civic provenance-authenticity ai-agents assistants-language data-science-models " +
  "hardware-robotics immersive-interfaces clinical-care fitness-nutrition mental-wellbeing " +
  "accessibility-inclusion learning-education climate-energy food-waste-agriculture " +
  "safety-emergency social-messaging nft-collectibles creator-media gaming productivity-work " +
  "jobs-talent commerce-marketplaces mobility-transport travel-events-places other-emerging " +
  "insufficient-information"
).split(" ");

function project(number: number): object {
  const text = new SyntheticText(seed + 500_000_000 + number);
  const hackathon = Math.floor(text.random() * hackathonCount);
  const some = (most: number, prefix: string, of: number) =>
    Array.from(
      { length: 1 + Math.floor(text.random() * most) },
      () => `${prefix} ${wordOf(Math.floor(text.random() ** 2 * of))}`,
    );
  const wins = text.random() < 0.06;
  return {
    slug: `project-${number}`,
    name: text.title().split(" ").slice(0, 2).join(" "),
    oneLiner: text.sentence(),
    description: text.prose(Math.min(8_000, Math.max(80, text.length(900, 0.8)))),
    hackathon: {
      slug: `event-${hackathon}`,
      name: `Event ${hackathon}`,
      startDate: `${2018 + Math.floor(hackathon / 3)}-0${1 + (hackathon % 3) * 4}-01`,
    },
    tracks: [...new Set(some(2, "Track", tracksPerHackathon))],
    ...(wins
      ? { prize: { type: "TRACK_PRIZE", placement: 1 + (number % 3), amount: 1_000 * (number % 9) } }
      : {}),
    tags: {
      problemTags: some(3, "problem", 300),
      solutionTags: some(3, "solution", 300),
      primitives: some(3, "primitive", 150),
      techStack: some(5, "tool", 400),
      targetUsers: some(2, "user", 80),
    },
    ...(text.random() < 0.9 && { categories: categories(text) }),
    ...(text.random() < 0.7 && { builtWith: builtWith(text) }),
    team: { count: 1 + Math.floor(text.random() * 5) },
    createdAt: `20${18 + Math.floor(hackathon / 3)}-01-15`,
  };
}

function categories(text: SyntheticText): object {
  const draw = () => categoryKeys[Math.floor(text.random() ** 1.5 * categoryKeys.length)]!;
  const primaryKey = draw();
  const secondaryKey = text.random() < 0.4 ? draw() : null;
  return { primaryKey, secondaryKey: secondaryKey === primaryKey ? null : secondaryKey, confidence: "high" };
}

function builtWith(text: SyntheticText): object {
  const listed = Object.entries(toolKinds).map(([kind, { of, most }]) => {
    const length = Math.floor(text.random() * (most + 1));
    const drawn = Array.from(
      { length },
      () => `${kind.slice(0, 4)}-${wordOf(Math.floor(text.random() ** 3 * of))}`,
    );
    return [kind, [...new Set(drawn)].map((name) => ({ name }))];
  });
  return { schemaVersion: 1, ...Object.fromEntries(listed) };
}
