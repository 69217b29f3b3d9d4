import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dataDirectory } from "../../corpus/data-directory.ts";
import { type Manifest, setCurrentSnapshot, writeManifest } from "../../corpus/manifest.ts";
import { flipBit } from "../../search/segment/temp-folder.case.ts";
import { prune } from "../retention.ts";
import { verifySegments } from "../verify-segments.ts";
import { openWorkbench, projectsOf } from "../workbench.case.ts";
import { clusterProjects } from "./cluster-projects.ts";
import { inputOf, runIn, upTo } from "./clusters.case.ts";

it("the clusters file is kept while a snapshot names it, verified with the others, and deleted afterwards", async () => {
  const at = await openWorkbench();
  try {
    await at.putProjects(...projectsOf(0, 5));
    await at.publish();
    const directory = dataDirectory(at.dataDir);
    const { file, generation } = await clusterProjects(runIn(directory.segments), inputOf(upTo(20)));
    const path = join(directory.segments, `${file}.seg`);
    const put = (manifest: Manifest) => {
      writeManifest(directory, manifest);
      setCurrentSnapshot(directory, manifest.id);
      prune(directory, { keep: 0 });
    };
    const named = { ...at.manifest(), id: "000007", clusters: { file: file!, generation } };
    put(named);
    expect(existsSync(path)).toBe(true);
    expect(() => verifySegments(directory, named)).not.toThrow();
    flipBit(path, readFileSync(path).length - 70);
    expect(() => verifySegments(directory, named)).toThrow(file!);
    put({ ...named, id: "000008", clusters: null });
    expect(existsSync(path)).toBe(false);
  } finally {
    await at.close();
  }
});
