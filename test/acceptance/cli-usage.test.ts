import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

describe("help", () => {
  it("lists the commands and the exit codes", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const command of ["check", "search", "import", "completion"])
      expect(stdout).toContain(`    ${command} `);
    expect(stdout.replace(/\s+/g, " ")).toContain("130 interrupted");
  });

  it("of serve names the page that lists every setting", async () => {
    const page = /\bdocs\/\S+\.md\b/.exec((await run(["serve", "--help"])).stdout)![0];
    expect(page).toBe("docs/configuration.md");
    const settings = readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
    for (const name of ["PRIORART_HOST", "PRIORART_PORT"]) expect(settings).toContain(name);
  });

  it("prints the version", async () => {
    expect(await run(["--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe("wrong usage answers with exit code 2 and one line", () => {
  const wrong: [string, string[], RegExp][] = [
    ["an unknown command", ["polish"], /polish/],
    ["an unknown option", ["publish", "--fast"], /--fast/],
    ["a missing argument", ["import", "projects"], /file/],
    ["options that exclude each other", ["publish", "--refit", "--rollback"], /exclude/],
    ["a limit out of bounds", ["search", "projects", "x", "--limit", "26"], /1 to 25/],
    ["a dimension that does not exist", ["analyze", "--dimension", "colours"], /one of categories, clusters/],
    ["a kind that does not exist", ["technologies", "top", "--kind", "databases"], /languages, frameworks/],
    ["a technology without a name", ["technologies", "trends"], /name/],
    ["an address that is not an e-mail", ["member", "add", "nobody"], /nobody|e-mail/],
    ["a file that is not there", ["import", "projects", "/nowhere/at-all.jsonl"], /at-all\.jsonl/],
  ];

  it.each(wrong)("%s", async (_name, args, message) => {
    const data = ["search", "publish", "import", "member"].includes(args[0] ?? "")
      ? ["--data", await directories.make()]
      : [];
    const { code, stdout, stderr } = await run([...args, ...data]);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("an invalid setting is named", async () => {
    const options = { env: { PRIORART_PORT: "http" } };
    const { code, stderr } = await run(["status", "--data", await directories.make()], options);
    expect(stderr).toContain("PRIORART_PORT");
    expect(code).toBe(2);
  });
});

describe("an error", () => {
  it("shows its stack trace only with --verbose", async () => {
    const args = ["token", "issue", "stranger@example.org", "--data", await directories.make()];
    expect((await run(args)).stderr).not.toContain("    at ");
    expect((await run([...args, "--verbose"])).stderr).toContain("    at ");
  });
});
