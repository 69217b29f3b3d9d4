import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dataDirectory } from "../../corpus/data-directory.ts";
import { writeManifest } from "../../corpus/manifest.ts";
import { type LandscapeMeta, landscapeKind, openLandscape } from "../../corpus/projects/landscape.ts";
import { neighborCloseness } from "../../corpus/projects/neighbors.ts";
import { fakeEmbed, openIndex, projectOf as recordOf } from "../../corpus/projects/project-index.case.ts";
import { projectText } from "../../corpus/projects/project-texts.ts";
import { EmbeddingError } from "../../embed/embedder.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { cutTo } from "../../search/segment/temp-folder.case.ts";
import { documentOf, openWorkbench, projectOf, publishedFiles, type Workbench } from "../workbench.case.ts";
import { neighborhoodSizes } from "./neighborhood-sizes.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

const many = (count = 60) => Array.from({ length: count }, (_, i) => projectOf(i));
const path = () => join(dataDirectory(at.dataDir).segments, `${at.manifest().landscape!.file}.seg`);

/** Slug → position of the current snapshot. */
function positions(): Map<string, [number, number]> {
  const loaded = readSections<LandscapeMeta>(path(), landscapeKind, new Arena(1 << 16));
  const { meta, slug, x, y } = openLandscape(loaded);
  return new Map(Array.from({ length: meta.projects }, (_, row) => [slug(row), [x[row]!, y[row]!]]));
}

const bytes = () => publishedFiles(at.dataDir).get(`${at.manifest().landscape!.file}.seg`);

describe("the map", () => {
  it("holds every project, is the same for the same projects, and is kept when only documents change", async () => {
    await at.putProjects(...many());
    await at.publish();
    const before = { file: at.manifest().landscape, bytes: bytes() };
    expect([...positions().keys()].sort()).toEqual(
      many()
        .map(({ slug }) => slug)
        .sort(),
    );
    expect(new Set([...positions().values()].map(String)).size).toBeGreaterThan(50);
    const other = await openWorkbench();
    await other.putProjects(...many());
    await other.publish();
    expect(publishedFiles(other.dataDir).get(`${other.manifest().landscape!.file}.seg`)).toEqual(
      before.bytes,
    );
    await other.close();
    await at.put(documentOf(1));
    expect((await at.publish()).changed).toBe(true);
    expect(at.manifest().landscape).toEqual(before.file);
  });

  it("hardly moves when a project is added", async () => {
    await at.putProjects(...many());
    await at.publish();
    const before = positions();
    await at.putProjects(projectOf(100));
    await at.publish();
    const after = positions();
    expect(after.size).toBe(61);
    const moved = [...before]
      .map(([slug, [x, y]]) => Math.hypot(after.get(slug)![0] - x, after.get(slug)![1] - y))
      .sort((a, b) => a - b);
    expect(moved[30]).toBeLessThan(600);
  });

  it("is made again by the next publish where it is missing, or of another version", async () => {
    await at.putProjects(...many(10));
    await at.publish();
    const manifest = at.manifest();
    for (const landscape of [undefined, { ...manifest.landscape!, version: 0 }]) {
      const { landscape: _, ...rest } = at.manifest();
      const older = { ...rest, inputs: "of an older version", ...(landscape && { landscape }) };
      writeManifest(dataDirectory(at.dataDir), older);
      expect((await at.publish()).changed).toBe(true);
      expect(at.manifest().landscape).toMatchObject({ version: 1, projects: manifest.projects.file });
      expect(at.manifest().projects.file).toBe(manifest.projects.file);
      expect(positions().size).toBe(10);
    }
  });

  it("is made again when its file is damaged", async () => {
    await at.putProjects(...many(10));
    await at.publish();
    cutTo(path(), 100);
    await at.publish();
    expect(positions().size).toBe(10);
  });

  it.each([0, 1, 2, 3, 30])("is made of %i projects", async (count) => {
    await at.putProjects(...many(count));
    await at.publish();
    expect(positions().size).toBe(count);
    expect((await at.publish()).changed).toBe(false);
  });

  it("places projects without a vector in one corner", async () => {
    await at.putProjects({ slug: "silent", name: "?" }, ...many(10));
    await at.publish();
    expect(positions().get("silent")).toEqual([0, 10_000]);
  });
});

describe("neighborhoodSizes", () => {
  const words = ["payment", "ledger", "proof", "client", "vote", "farm"];
  const records = Array.from({ length: 90 }, (_, i) =>
    recordOf({
      slug: `p${i}`,
      name: words[i % 6]!,
      oneLiner: i % 9 === 0 ? null : `${words[i % 6]} ${words[(i * 5 + 1) % 6]}`,
      description: i % 9 === 0 ? `${words[i % 4]} ${words[i % 6]}` : null,
    }),
  );

  it("are those of a loop over all projects, each represented by its one-liner or description, itself left out", async () => {
    const { index, dispose } = openIndex(records);
    const corpus = { projects: index, calibrated: (cosine: number) => cosine };
    const asked: string[] = [];
    const sizes = await neighborhoodSizes(corpus, async (texts) => {
      asked.push(...texts);
      return texts.map(fakeEmbed);
    });
    expect(asked).toHaveLength(90);
    const expected = records.map(({ slug, record }) => {
      const idea = fakeEmbed(record.oneLiner ?? record.description!)!;
      return records.filter((other) => {
        const vector = fakeEmbed(projectText(other.record))!;
        const cosine = idea.reduce((sum, x, j) => sum + x * vector[j]!, 0);
        return other.slug !== slug && cosine >= neighborCloseness;
      }).length;
    });
    dispose();
    expect([...sizes]).toEqual(expected.sort((a, b) => a - b));
  });

  it("are none when the embedder fails", async () => {
    const { index, dispose } = openIndex(records);
    const corpus = { projects: index, calibrated: (cosine: number) => cosine };
    const failing = () => Promise.reject(new EmbeddingError("down"));
    expect(await neighborhoodSizes(corpus, failing)).toHaveLength(0);
    dispose();
  });
});
