/** A backup of a directory that is served, restored and served again. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { Service, useService } from "./harness/service.ts";

const service = useService();
const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

it("answers like the original at once: same counts, results, members and tokens", async () => {
  const folder = await directories.make();
  const file = join(folder, "b.tar.gz");
  const { stdout } = await priorart(service().data, "backup", file, "--json");
  expect(JSON.parse(stdout)).toMatchObject({ file, snapshot: "000001", snapshotProblem: null });
  const data = join(folder, "data");
  await priorart(data, "restore", file);
  const restored = new Service({ data, tokens: service().tokens });
  try {
    await restored.start();
    for (const what of ["search", "filters"] as const) {
      const answer = (one: Service) =>
        what === "filters"
          ? one.get("getFilters")
          : one.searchProjects({ query: "invoices for freelancers" });
      expect(await answer(restored)).toEqual(await answer(service()));
    }
    expect(await restored.get("getStatus", { token: service().tokens.ada })).toMatchObject({
      authenticated: true,
    });
    const status = async (dataDir: string) => {
      const { dataDir: _, ...rest } = JSON.parse((await priorart(dataDir, "status", "--json")).stdout);
      return rest;
    };
    expect(await status(data)).toEqual(await status(service().data));

    const refused = await run(["restore", file, "--replace", "--data", data]);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringMatching(/is in use: a server is running/),
    ]);
  } finally {
    await restored.dispose();
  }
  expect(await readdir(folder)).toEqual(["b.tar.gz"]);
});

it("refuses wrong usage and wrong files with one line", async () => {
  expect(await run(["backup"])).toMatchObject({ code: 2, stderr: expect.stringContaining("file") });
  const none = join(await directories.make(), "none");
  const nothing = await run(["backup", join(none, "b.tar"), "--data", none]);
  expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining("nothing to back up")]);
  const wrong = await run(["restore", "package.json", "--data", none]);
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining("is not a backup of Prior Art")]);
  expect(wrong.stderr.trim().split("\n")).toHaveLength(1);
});
