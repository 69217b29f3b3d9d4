/** The demo corpus, imported and published, judged with its own queries. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../product/command.ts";
import { packageRoot } from "../product/dist.ts";
import { openInProcess } from "../product/research.ts";
import { openTextAlone } from "../product/text-alone.ts";
import { type JudgedQuery, judgeByKind, type QualityByKind } from "../quality/judged.ts";

export interface DemoInput {
  data: string;
}

export interface DemoResult {
  projects: QualityByKind;
  archive: { fused: QualityByKind; text: QualityByKind };
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
  const research = await openInProcess(data);
  const text = await openTextAlone(data);
  const request = (query: string) => ({ query, limit: 10, maxDocsPerSource: 0, minSimilarity: 0 });
  const ids = ({ results }: { results: { documentId: string }[] }) => results.map((hit) => hit.documentId);
  const archive = readJudged("archive");
  const result = {
    projects: await judgeByKind(readJudged("projects"), async (query) => {
      const { results } = await research.searchProjects({ query, limit: 10 });
      return results.map(({ slug }) => slug);
    }),
    archive: {
      fused: await judgeByKind(archive, async (query) => ids(await research.searchArchives(request(query)))),
      text: await judgeByKind(archive, async (query) => ids(await text.searchArchives(request(query)))),
    },
  };
  text.close();
  await research.close();
  return result;
}

function readJudged(name: "projects" | "archive"): (JudgedQuery & { kind: string })[] {
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
