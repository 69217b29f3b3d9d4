/** skills/prior-art/SKILL.md: its examples work, and it names every tool. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tools } from "../../src/mcp/tools.ts";
import { start } from "./cli-harness.ts";
import { closeClientsAfterwards, connectHttp, structured, textOf } from "./harness/mcp-clients.ts";
import { useService } from "./harness/service.ts";

const service = useService();
closeClientsAfterwards();

const skill = readFileSync(new URL("../../skills/prior-art/SKILL.md", import.meta.url), "utf8");
const linesOf = (language: string): string[] =>
  [...skill.matchAll(new RegExp(`^\`\`\`${language}\n([^\`]+)\`\`\`$`, "gm"))].flatMap(([, block]) =>
    block!.trim().split("\n"),
  );

it("has a name and a description in its front matter", () => {
  expect(skill).toMatch(/^---\nname: prior-art\ndescription: \S.{100,1000}\n---\n/);
});

it("names every tool, and no other", () => {
  const names = tools.map(({ name }) => name);
  for (const name of names) expect(skill).toContain(`\`${name}\``);
  const called = linesOf("text").map((line) => line.split(" ")[0]);
  expect(called.filter((name) => !names.includes(name!))).toEqual([]);
});

it("gives calls that are answered without an error or a warning", async () => {
  const client = await connectHttp(service().url, { token: service().tokens.demo });
  const lines = linesOf("text");
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const [, name, args] = /^(\w+) (\{.*\})$/.exec(line)!;
    const result = await client.callTool({ name: name!, arguments: JSON.parse(args!) });
    expect([line, result.isError ? textOf(result) : "", structured(result)?.warnings]).toEqual([
      line,
      "",
      undefined,
    ]);
  }
});

it("gives commands that work", async () => {
  for (const line of linesOf("sh")) {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
    expect(args.shift()).toBe("priorart");
    const { code, stdout } = await start([...args, "--data", service().data]).finished;
    expect([line, code]).toEqual([line, 0]);
    expect(JSON.parse(stdout).results.length).toBeGreaterThan(0);
  }
});
