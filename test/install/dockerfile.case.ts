/** For tests: what the Dockerfile does, and which files of the checkout it sees. */
import { cpSync, readFileSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const dockerfileText = readFileSync(`${root}Dockerfile`, "utf8");

export interface Instruction {
  /** Such as `RUN`. */
  keyword: string;
  /** On one line. */
  text: string;
}

/** The instructions of each stage, `FROM` first. */
export const stages: Instruction[][] = [];
for (const one of DockerfileParser.parse(dockerfileText).getInstructions()) {
  const keyword = one.getKeyword();
  const text = one
    .getTextContent()
    .slice(keyword.length)
    .trim()
    .replaceAll(/ \\\n */g, " ");
  if (keyword === "FROM") stages.push([]);
  stages.at(-1)?.push({ keyword, text });
}

export const textsOf = (stage: readonly Instruction[], keyword: string): string[] =>
  stage.filter((one) => one.keyword === keyword).map(({ text }) => text);

/** The lines of `.dockerignore`: everything but the names with `!`, and of those nothing below the `**` names. */
export function ignoreRules(): { kept: string[]; nowhere: string[] } {
  const lines = readFileSync(`${root}.dockerignore`, "utf8").split("\n");
  const rules = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const kept = rules.filter((rule) => /^![\w.-]+$/.test(rule)).map((rule) => rule.slice(1));
  const nowhere = rules.filter((rule) => /^\*\*\/[\w.-]+$/.test(rule)).map((rule) => rule.slice(3));
  if (rules[0] !== "*" || kept.length + nowhere.length + 1 !== rules.length)
    throw new Error("a rule of .dockerignore has a form that the tests do not know");
  return { kept, nowhere };
}

/** Copies what a build sees of the checkout. */
export function copyContext(target: string): void {
  const { kept, nowhere } = ignoreRules();
  cpSync(root, target, {
    recursive: true,
    filter(path) {
      const [first] = relative(root, path).split(sep);
      return first === "" || (kept.includes(first!) && !nowhere.includes(basename(path)));
    },
  });
}
