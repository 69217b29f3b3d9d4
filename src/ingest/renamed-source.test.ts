import { afterEach, beforeEach, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { type ImportFixture, openFixture } from "./import-fixture.case.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

it("an import that began before its excerpt-only source was renamed does not make it again, and open", async () => {
  const record = { key: "papers", label: "Papers", kind: "essays", access: "excerpt" } as const;
  await at.catalog.write((writer) => writer.declareSource(record));
  const file = at.write(
    "papers.jsonl",
    [1, 2]
      .map((n) => JSON.stringify({ title: `Paper ${n}`, source: "papers", content: "A text." }))
      .join("\n"),
  );
  const before = await at.catalog.sources();
  await at.catalog.sync.renameSource("papers", "theses");
  const options = { dataDir: at.folder };
  const began = importArchive({ ...at.catalog, sources: async () => before }, [file], options);
  await expect(began).rejects.toThrow("the source papers was renamed to theses while this ran: run it again");
  expect(await at.catalog.sources()).toMatchObject([{ key: "theses", access: "excerpt" }]);
  expect(await importArchive(at.catalog, [file], options)).toMatchObject({ inserted: 2 });
  expect((await at.documents()).map(({ source }) => source)).toEqual(["theses", "theses"]);
});
