/** The corpus that ships with the package: its files, and their digest. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../exit.ts";
import type { ImportKind } from "../services.ts";

export interface DemoFiles {
  /** What to import, in this order: hackathons and sources are declared before records name them. */
  imports: { kind: ImportKind; inputs: string[] }[];
  /** SHA-256, hex, of names and contents: it changes when the demo is updated. */
  digest: string;
}

const demoFolder = fileURLToPath(new URL("../../../demo/", import.meta.url));

/** Lists the demo's files. Throws CommandError when the package does not contain them. */
export async function findDemoFiles(folder: string = demoFolder): Promise<DemoFiles> {
  if (!existsSync(folder)) {
    throw new CommandError(
      "the demo corpus is not part of this installation; import your own records instead",
    );
  }
  const at = (name: string) => join(folder, name);
  const imports: DemoFiles["imports"] = [
    { kind: "hackathons", inputs: [at("hackathons.yaml")] },
    { kind: "sources", inputs: [at("sources.yaml")] },
    {
      kind: "projects",
      inputs: (await filesUnder(at("projects"))).filter((path) => path.endsWith(".jsonl")),
    },
    { kind: "archive", inputs: [at("archive")] },
    { kind: "members", inputs: [at("members.jsonl")] },
    { kind: "resources", inputs: await filesUnder(at("resources")) },
    { kind: "faqs", inputs: [at("faqs.yaml")] },
  ];
  const hash = createHash("sha256");
  for (const path of await filesOf(imports.flatMap(({ inputs }) => inputs))) {
    hash.update(relative(folder, path).split(sep).join("/")).update("\0");
    hash.update(await readFile(path)).update("\0");
  }
  return { imports, digest: hash.digest("hex") };
}

async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(filesUnder));
  return files.flat();
}

/** The files below a folder in a stable order; for a file, the file itself. */
async function filesUnder(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return [path];
    throw error;
  }
}
