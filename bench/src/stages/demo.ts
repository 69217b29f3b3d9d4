/** The demo corpus, imported and published, judged with its own queries. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ArchiveChannel, openChannels, type ProjectChannel } from "../product/channels.ts";
import { runCommand } from "../product/command.ts";
import { packageRoot } from "../product/dist.ts";
import { type JudgedQuery, judgeChannels, type QualityByKind } from "../quality/judged.ts";

export interface DemoInput {
  data: string;
}

export interface DemoResult {
  projects: Record<ProjectChannel, QualityByKind>;
  archive: Record<ArchiveChannel, QualityByKind>;
}

const demo = join(packageRoot, "demo");

export async function measureDemo({ data }: DemoInput): Promise<DemoResult> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const run = (...args: string[]) => runCommand(args, { data, limitSeconds: 300, tolerated: [1] });
  await run("import", "hackathons", join(demo, "hackathons.yaml"));
  await run("import", "sources", join(demo, "sources.yaml"));
  const projects = readdirSync(join(demo, "projects")).filter((name) => name.endsWith(".jsonl"));
  await run("import", "projects", ...projects.sort().map((name) => join(demo, "projects", name)));
  await run("import", "archive", join(demo, "archive"));
  await run("publish");
  const product = await openChannels(data);
  const result = {
    projects: await judgeChannels(readJudged("projects"), product.projects),
    archive: await judgeChannels(readJudged("archive"), product.archive),
  };
  product.close();
  return result;
}

function readJudged(name: "projects" | "archive"): JudgedQuery[] {
  return readFileSync(join(demo, "judgements", `${name}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { query: string; kind: string; judgements: Record<string, number> })
    .map(({ query, kind, judgements }) => ({
      query,
      kind,
      judgements: new Map(Object.entries(judgements)),
    }));
}
