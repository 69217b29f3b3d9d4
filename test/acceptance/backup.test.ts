/** A backup of a directory that is served, restored and served again. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { Service, useService } from "./harness/service.ts";

const service = useService();
const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

it("answers like the original immediately: same counts, results, members and tokens", async () => {
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
  const outside = await directories.make();
  const none = join(outside, "none");
  const nothing = await run(["backup", join(outside, "b.tar"), "--data", none]);
  expect([nothing.code, nothing.stderr]).toEqual([3, expect.stringContaining("nothing to back up")]);
  const wrong = await run(["restore", "package.json", "--data", none]);
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining("is not a backup of Prior Art")]);
  expect(wrong.stderr.trim().split("\n")).toHaveLength(1);
});

it("an upgrade check reports by its exit code whether the directory can be used", async () => {
  const data = join(await directories.make(), "data");
  await priorart(data, "member", "add", "ada@example.org");
  const check = (env: Record<string, string> = {}) =>
    run(["upgrade-check", "--json", "--data", data], { env });
  const fine = await check();
  expect([fine.code, JSON.parse(fine.stdout)]).toEqual([
    0,
    expect.objectContaining({ dataDir: data, usable: true }),
  ]);
  const misspelt = await check({ PRIORART_LIMIT_SERCH: "1" });
  expect([misspelt.code, misspelt.stdout]).toEqual([
    1,
    expect.stringContaining("did you mean PRIORART_LIMIT_SEARCH?"),
  ]);
  const database = new Database(join(data, "accounts.db"));
  database.pragma("user_version = 1000");
  database.close();
  const newer = await run(["upgrade-check", "--data", data]);
  expect([newer.code, newer.stdout]).toEqual([
    3,
    expect.stringMatching(/^FAILED {2}accounts\.db has schema version 1000/m),
  ]);
  expect(newer.stdout).toContain(`cannot use ${data}.`);
});
