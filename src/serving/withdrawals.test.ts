import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../corpus/data-directory.ts";
import { setCurrentSnapshot, writeManifest } from "../corpus/manifest.ts";
import { openWorkbench, projectsOf } from "../publish/workbench.case.ts";
import { openServing } from "./serving.ts";

it("each withdrawal is read once, and all of them are hidden in the next snapshot, too", async () => {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  await at.putProjects(...projectsOf(0, 4));
  await at.publish();
  const reads: string[][] = [];
  const catalog = {
    changeCounter: () => at.catalog.changeCounter(),
    async overlay(after?: number) {
      const overlay = await at.catalog.overlay(after);
      reads.push(overlay.withdrawnProjects.map(({ key }) => key));
      return overlay;
    },
  };
  const serving = await openServing({ dataDir: at.dataDir, catalog, workers: 0 });
  onTestFinished(() => serving.close());
  const statusOf = (slug: string) =>
    serving.execute("getProject", { slug }).then(
      () => 200,
      (error) => error.status,
    );
  /** The first look may have begun before. */
  const look = async () => {
    await serving.refresh();
    await serving.refresh();
  };
  for (const slug of ["project-1", "project-2"]) {
    await at.catalog.withdrawProject(slug);
    await look();
    expect(await statusOf(slug)).toBe(404);
  }
  expect(reads).toEqual([[], ["project-1"], ["project-2"]]);
  const directory = dataDirectory(at.dataDir);
  writeManifest(directory, { ...at.manifest(), id: "000002" });
  setCurrentSnapshot(directory, "000002");
  await look();
  expect(serving.snapshot()?.id).toBe("000002");
  const statuses = await Promise.all(["project-1", "project-2", "project-3"].map(statusOf));
  expect(statuses).toEqual([404, 404, 200]);
});
