/** The scripts of completion, run by the shells of this machine. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../program.ts";
import { runCommand } from "../run-command.case.ts";
import { wordsOf } from "./words.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];
const isInstalled = (shell: Shell) => spawnSync(shell, ["--version"]).status === 0;

let folder: string;
const scripts = {} as Record<Shell, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "completion-"));
  writeFileSync(join(folder, "records one.jsonl"), "");
  for (const shell of shells) {
    const { code, stdout } = await runCommand(["completion", shell]);
    expect(code).toBe(0);
    scripts[shell] = join(folder, `priorart.${shell}`);
    writeFileSync(scripts[shell], stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const formats = ["csv", "json", "jsonl", "markdown", "table"];
const cases: [line: string, expected: string[]][] = [
  ["priorart sea", ["search"]],
  ["priorart search ", ["archive", "projects"]],
  ["priorart search projects --win", ["--winners"]],
  ["priorart --data /x search pro", ["projects"]],
  ["priorart search projects --limit 5 --format ", formats],
  ["priorart technologies top --kind ch", ["chains"]],
  ["priorart filters tech", ["techStack"]],
  ["priorart completion ", [...shells]],
  ["priorart export projects --output rec", ["records one.jsonl"]],
  ["priorart import projects rec", ["records one.jsonl"]],
  ["priorart search projects --hackathon ", []],
];

function run(shell: Shell, script: string): string[][] {
  const { stdout, stderr, status } = spawnSync(shell, ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, TERM: "dumb" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\f").map((text) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .sort(),
  );
}

const completed: Record<Shell, (() => string[][]) | null> = {
  bash: () => {
    const asked = cases.map(([line]) => {
      const words = line.split(" ").map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _priorart; printf '%s\\n' "\${COMPREPLY[@]}"; printf '\\f'`;
    });
    return run("bash", `source ${scripts.bash}\n${asked.join("\n")}`);
  },
  fish: () => {
    const asked = cases.map(([line]) => `complete -C '${line}' | string replace -r '\\t.*' ''; printf '\\f'`);
    return run("fish", `source ${scripts.fish}\n${asked.join("\n")}`).map((words) =>
      words.map((word) => word.replaceAll("\\ ", " ")),
    );
  },
  // Its completion needs a terminal: only the syntax is checked.
  zsh: null,
};

for (const shell of shells.filter(isInstalled)) {
  const complete = completed[shell];
  if (complete)
    it(`${shell} completes commands, options, values and files`, () => {
      expect(complete().slice(0, cases.length)).toEqual(cases.map(([, expected]) => [...expected].sort()));
    });
  else
    it(`${shell} accepts the script`, () => {
      expect(spawnSync(shell, ["-n", scripts[shell]], { encoding: "utf8" })).toMatchObject({
        status: 0,
        stderr: "",
      });
    });
}

describe("the words of a command", () => {
  const tree = wordsOf(
    createProgram({ action: () => async () => {}, research: () => async () => {} }, "0.0.0"),
  );

  it("are its options with their values, below every name", () => {
    const search = tree.find(({ path }) => path === "search projects")!;
    expect(search.options.find(({ flags }) => flags.includes("--winners"))!.values).toBeNull();
    expect(search.options.find(({ flags }) => flags.includes("--format"))!.values!.choices).toContain("csv");
    expect(tree.find(({ path }) => path === "import projects")!.arguments).toEqual([
      { choices: [], isPath: true },
    ]);
    expect(tree[0]!.subcommands.map(({ name }) => name)).toContain("completion");
  });

  it("are all in every script", async () => {
    for (const shell of shells) {
      const { stdout } = await runCommand(["completion", shell]);
      for (const { path, options } of tree) {
        if (path.includes(" ")) expect(stdout).toContain(shell === "zsh" ? path.replace(/[ -]/g, "_") : path);
        for (const { flags } of options)
          for (const flag of flags)
            expect(stdout).toContain(shell === "fish" ? flag.replace(/^-+/, "") : flag);
      }
    }
  });
});
