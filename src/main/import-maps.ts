/** The maps that ship with the program, in `examples/import`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";

type ImportMap = ConsoleOutput<"listImportMaps">["maps"][number];

const shipped: readonly Pick<ImportMap, "name" | "kind">[] = [
  { name: "projects", kind: "projects" },
  { name: "devpost", kind: "projects" },
  { name: "archive", kind: "archive" },
  { name: "hackathons", kind: "hackathons" },
];

export function shippedMaps(): ImportMap[] {
  return shipped.map(({ name, kind }) => {
    const url = new URL(`../../examples/import/${name}.jsonata`, import.meta.url);
    const text = readFileSync(fileURLToPath(url), "utf8");
    return { name, kind, about: aboutOf(text), text };
  });
}

/** The first paragraph of the comment that the map begins with. */
function aboutOf(text: string): string {
  const [, comment = ""] = /^\s*\/\*([\s\S]*?)\*\//.exec(text) ?? [];
  return comment
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, " ")
    .trim();
}
