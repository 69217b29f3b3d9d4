/** kill -9 of a publish at any moment: the old snapshot stays in use, and a rerun completes normally. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot } from "../../src/corpus/manifest.ts";
import {
  differingFiles,
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  publishedFiles,
  type Workbench,
} from "../../src/publish/workbench.case.ts";
import { seededRandom } from "../../src/search/random.ts";
import { openServing } from "../../src/serving/serving.ts";

async function prepared(): Promise<Workbench> {
  const workbench = await openWorkbench();
  onTestFinished(() => workbench.close());
  await workbench.put(...documentsOf(0, 60));
  await workbench.putProjects(...projectsOf(0, 30));
  await workbench.publish();
  // Enough new records that everything is rebuilt and refitted.
  await workbench.put(...documentsOf(60, 260), documentOf(3, { content: "Another text." }));
  await workbench.putProjects(...projectsOf(30, 60));
  await workbench.catalog.withdrawDocument(documentOf(5).documentId);
  return workbench;
}

/** Runs a publish in a separate process; kills it the given milliseconds after the given line. */
async function publishAndKill(dataDir: string, at: { line: number; milliseconds: number }): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("publish-child.ts", import.meta.url)), dataDir],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(child, "exit");
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  for await (const _ of createInterface(child.stdout)) {
    if (lines++ === at.line) timer = setTimeout(() => child.kill("SIGKILL"), at.milliseconds);
  }
  await exited;
  clearTimeout(timer);
  return child.signalCode === "SIGKILL";
}

it("a publish that is killed repeatedly loses and damages nothing", async () => {
  const undisturbed = await prepared();
  await undisturbed.publish();
  const at = await prepared();
  const serving = await openServing({ dataDir: at.dataDir, catalog: at.catalog, workers: 0 });
  onTestFinished(() => serving.close());
  const directory = dataDirectory(at.dataDir);
  const random = seededRandom(20_261_121);
  let killed = 0;
  for (const line of [1, 3, 5, 6, 8]) {
    if (await publishAndKill(at.dataDir, { line, milliseconds: random() * 15 })) killed++;
    await serving.refresh();
    expect(serving.snapshot()?.id).toBe(currentSnapshot(directory));
    const { documentId } = documentOf(10);
    expect(await serving.execute("readDocument", { documentId, offset: 0, maxChars: 200 })).toMatchObject({
      documentId,
    });
    // A publish killed after the swap has finished its work; the next round only cleans up.
    if (currentSnapshot(directory) === "000001") expect(serving.snapshot()).toMatchObject({ documents: 60 });
  }
  expect(killed).toBeGreaterThan(2);
  await at.publish();
  expect(differingFiles(publishedFiles(at.dataDir), publishedFiles(undisturbed.dataDir))).toEqual([]);
  await serving.refresh();
  expect(serving.snapshot()).toMatchObject({ id: "000002", documents: 259, projects: 60 });
});
