/** Every command: its help, its examples, and the options that all commands share. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it, vi } from "vitest";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/config.ts";
import { projectOptions, technologyOptions } from "./filter-options.ts";
import { exitCodesText } from "./help.ts";
import type { ProgramCommand } from "./options.ts";
import { createProgram } from "./program.ts";
import { runCommand } from "./run-command.case.ts";

/** The tree, and what ran in it. */
function programThatRecords() {
  const ran: { name: string; args: unknown[] }[] = [];
  const record =
    () =>
    async (...received: unknown[]) => {
      const command = received.at(-1) as Command;
      ran.push({ name: nameOf(command), args: received.slice(0, -2) });
    };
  return { program: createProgram({ action: record, research: record }, "0.0.0"), ran };
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}`.replace("priorart ", "") : command.name();

const allCommands = (command: Command): ProgramCommand[] => [
  command as ProgramCommand,
  ...command.commands.flatMap(allCommands),
];

/** As a shell splits it. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [<>] \S+$/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );

const leaves = allCommands(programThatRecords().program).filter(({ commands }) => commands.length === 0);

describe.each(leaves.map((command) => [nameOf(command), command] as const))(
  "%s",
  (name, { exampleLines }) => {
    it("has examples, which parse and run it", async () => {
      expect(exampleLines.length).toBeGreaterThan(0);
      for (const line of exampleLines) {
        const { program, ran } = programThatRecords();
        await program.parseAsync(wordsOf(line), { from: "user" });
        expect(ran, line).toHaveLength(1);
      }
      expect(exampleLines.some((line) => `${line} `.startsWith(`${name} `))).toBe(true);
    });

    it("has help like a manual page", async () => {
      const { code, stdout } = await runCommand([...name.split(" "), "--help"]);
      expect(code).toBe(0);
      const titles = stdout.split("\n").filter((line) => /^[A-Z]/.test(line));
      expect(titles.slice(0, 3)).toEqual(["NAME", "SYNOPSIS", "DESCRIPTION"]);
      expect(titles.slice(-2)).toEqual(["EXAMPLES", "EXIT CODES"]);
      expect(stdout).toContain(`    priorart ${name} - `);
      expect(stdout).toContain(`    $ priorart ${exampleLines[0]}`);
      expect(stdout).toContain("--data <dir>");
    });
  },
);

describe("docs/command-line.md", () => {
  const page = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8");

  it("names every command and every filter", () => {
    for (const command of leaves) expect(page).toMatch(new RegExp(`\\b${nameOf(command)}\\b`));
    for (const { name } of [...projectOptions, ...technologyOptions]) expect(page).toContain(`--${name}`);
  });

  it("has examples that parse", async () => {
    const lines = page.split("\n").flatMap((line) => /^\$ priorart (.*)$/.exec(line)?.[1] ?? []);
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) {
      const { program, ran } = programThatRecords();
      await program.parseAsync(wordsOf(line), { from: "user" });
      expect(ran, line).toHaveLength(1);
    }
  });
});

it("help of a group shows an example of each of its commands", async () => {
  const { stdout } = await runCommand(["technologies", "--help"]);
  for (const name of ["counts", "trends", "co-usage", "top"])
    expect(stdout).toContain(`$ priorart technologies ${name}`);
  expect((await runCommand(["--help"])).stdout.replace(/\s+/g, " ")).toContain(exitCodesText);
});

describe("help COMMAND", () => {
  it.each([
    ["help search projects", "search projects --help"],
    ["help search", "search --help"],
    ["help publish --data d", "publish --help"],
    ["help", "--help"],
    ["help help", "--help"],
  ])("%s shows the help of that command", async (line, same) => {
    const { code, stdout } = await runCommand(line.split(" "));
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await runCommand(same.split(" "))).stdout });
  });

  it.each([
    ["help nope", "error: unknown command 'nope'; priorart --help lists the commands\n"],
    ["help search nope", "error: unknown command 'nope'; priorart search --help lists the commands\n"],
  ])("%s is refused", async (line, stderr) => {
    expect(await runCommand(line.split(" "))).toMatchObject({ code: 2, stdout: "", stderr });
  });
});

describe("common options", () => {
  const cases: [string, Partial<Config>][] = [
    ["--data /d search projects x", { dataDir: "/d", remote: null }],
    ["search --data /d projects x", { dataDir: "/d" }],
    ["search projects x --data /d", { dataDir: "/d" }],
    ["search projects --data=/d x", { dataDir: "/d" }],
    ["--server http://h/ --token t search projects x", { remote: { server: "http://h", token: "t" } }],
    ["search projects x --token t --server http://h", { remote: { server: "http://h", token: "t" } }],
    ["search projects x --server http://h", { remote: { server: "http://h", token: null } }],
  ];
  const searched = {
    searchProjects: { results: [], filtersApplied: {}, totalFound: 0, hasMore: false },
  };

  it.each(cases)("%s", async (line, config) => {
    const seen: Config[] = [];
    const services = {
      loadConfig: async (environment: NodeJS.ProcessEnv) => {
        seen.push(loadConfig(environment));
        return seen[0]!;
      },
    };
    const { code } = await runCommand(line.split(" "), searched, { services });
    expect(code).toBe(0);
    expect(seen).toMatchObject([config]);
  });

  it("a data directory that is named takes precedence over a server in the environment", async () => {
    const seen: Config["remote"][] = [];
    const services = {
      loadConfig: async (environment: NodeJS.ProcessEnv) => {
        const config = loadConfig({ ...environment, PRIORART_TOKEN: "t" });
        seen.push(config.remote);
        return config;
      },
    };
    vi.stubEnv("PRIORART_SERVER", "http://h");
    try {
      for (const line of ["search projects x", "search projects x --data /d", "status"])
        await runCommand(line.split(" "), searched, { services });
    } finally {
      vi.unstubAllEnvs();
    }
    const server = { server: "http://h", token: "t" };
    // A command on the data directory does not ask it.
    expect(seen).toEqual([server, null, server]);
  });

  it.each([
    ["--data /d --server http://h search projects x", /exclude each other/],
    ["search projects x --token t", /--token is for a server/],
    ["publish --server http://h", /priorart publish works on a data directory: leave out --server/],
    ["--token t publish --server http://h", /works on a data directory/],
    ["search projects x --server ftp://h", /PRIORART_SERVER must be an http or https address/],
    ["search projects x --server http://u:secret@h", /without user name/],
    ["search projects x --json --format csv", /--json.* cannot be used with .*--format/],
    ["search projects x --format yaml", /Allowed choices are table, json, jsonl, csv, markdown/],
    ["search archive x --min-similarity 1.5", /a number from 0 to 1/],
    ["filters colours", /Allowed choices/],
    ["document x --passages y --offset 3", /leave out --offset/],
    ["completion tcsh", /bash, zsh, fish/],
  ])("%s is refused in one line", async (line, message) => {
    const services = { loadConfig: async (environment: NodeJS.ProcessEnv) => loadConfig(environment) };
    const { code, asked, stdout, stderr } = await runCommand(line.split(" "), {}, { services });
    expect({ code, asked, stdout }).toEqual({ code: 2, asked: [], stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("secret");
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

it("--verbose prints the stack trace of an error, and its message once", async () => {
  const message = "it is broken:\nin two places";
  const { stderr } = await runCommand(["search", "projects", "x", "--verbose"], {
    searchProjects: new Error(message),
  });
  const [first, ...trace] = stderr.trimEnd().split("\n");
  expect(first).toBe("error: it is broken: in two places");
  expect(trace.length).toBeGreaterThan(1);
  for (const line of trace) expect(line).toMatch(/^ {4}at /);
});
