import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "../../contract/api/errors.ts";
import { runCommand } from "../run-command.case.ts";

const folder = mkdtempSync(join(tmpdir(), "export-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("export", () => {
  const pieces = ["slug\r\n", "a\r\n"];
  let path: string;
  beforeAll(() => {
    path = join(folder, "projects.csv");
  });

  it("writes to standard output, or to a file that appears when it is complete", async () => {
    expect((await runCommand(["export", "projects"], { exportProjects: pieces })).stdout).toBe(
      pieces.join(""),
    );
    const { stdout, stderr } = await runCommand(["export", "projects", "--output", path], {
      exportProjects: pieces,
    });
    expect(stdout).toBe("");
    expect(stderr).toContain(`Wrote 1 KB to ${path}.`);
    expect(readFileSync(path, "utf8")).toBe(pieces.join(""));
  });

  it("leaves nothing of a file that breaks off", async () => {
    const broken = async function* () {
      yield "slug\r\n";
      throw new ApiError("SERVICE_UNAVAILABLE", "gone");
    };
    const file = join(folder, "broken.csv");
    const { code, stderr } = await runCommand(["export", "analysis", "--output", file], {
      exportAnalysis: broken(),
    });
    expect({ code, error: stderr.split("\n").at(-2) }).toEqual({ code: 3, error: "error: gone" });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("says why a path cannot be written", async () => {
    const words = ["export", "projects", "--output", join(folder, "none", "x.csv")];
    const { code, stderr } = await runCommand(words, { exportProjects: pieces });
    expect(code).toBe(3);
    expect(stderr).toMatch(/x\.csv cannot be written \(ENOENT\); give another path/);
  });
});
