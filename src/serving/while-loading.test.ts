import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openWorkbench, projectOf, projectsOf } from "../publish/workbench.case.ts";
import { threadFile } from "../threads/thread-file.ts";
import { openServing } from "./serving.ts";

/** Serves one snapshot of four projects; the next is published, but is not loaded before `letLoad`. */
async function openWhileLoading(problems: string[] = []) {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  const letLoad = (id: string) => writeFileSync(join(at.dataDir, `load-${id}`), "");
  await at.putProjects(...projectsOf(0, 4));
  await at.publish();
  letLoad("000001");
  const serving = await openServing({
    dataDir: at.dataDir,
    workers: 1,
    catalog: at.catalog,
    onProblem: ({ message }) => problems.push(message),
    threads: { file: threadFile("./threads/slow-worker.case", import.meta.url) },
  });
  onTestFinished(() => serving.close());
  const statusOf = (slug: string) =>
    serving.execute("getProject", { slug }).then(
      () => 200,
      (error) => error.status,
    );
  await at.putProjects(projectOf(4));
  await at.publish();
  return { at, serving, statusOf, refreshed: serving.refresh(), letLoad };
}

it("a project that is withdrawn while the next snapshot loads is hidden before it is loaded, and in it", async () => {
  const { at, serving, statusOf, refreshed, letLoad } = await openWhileLoading();
  expect(await statusOf("project-1")).toBe(200);
  await at.catalog.withdrawProject("project-1");
  await expect.poll(() => statusOf("project-1")).toBe(404);
  expect(serving.snapshot()?.id).toBe("000001");
  letLoad("000002");
  await refreshed;
  expect(serving.snapshot()?.id).toBe("000002");
  expect([await statusOf("project-1"), await statusOf("project-4")]).toEqual([404, 200]);
});

it("a request that fails while the next snapshot loads is answered before it is loaded", async () => {
  const { serving, statusOf, refreshed, letLoad } = await openWhileLoading();
  expect(await statusOf("exit")).toBe(503);
  expect(serving.snapshot()?.id).toBe("000001");
  letLoad("000002");
  await refreshed;
});

it.each(["loads", "is about to load"])(
  "closing does not wait for a snapshot that %s, and reports no problem",
  async (state) => {
    const problems: string[] = [];
    const { at, serving, refreshed } = await openWhileLoading(problems);
    const isLoading = () => existsSync(join(at.dataDir, "loading-000002"));
    if (state === "loads") await expect.poll(isLoading).toBe(true);
    await serving.close();
    await refreshed;
    expect(problems).toEqual([]);
  },
);
