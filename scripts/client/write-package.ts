/** The client as a package for the registry: JavaScript, types, README and licence. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const source = join(root, "packages/client");

/** Replaces the folder `target` by the package's files. */
export async function writePackage(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", source, "--outDir", target]);
  await nameJavaScript(target);
  const description = await published(join(source, "package.json"));
  await writeFile(join(target, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
  await copyFile(join(source, "README.md"), join(target, "README.md"));
  await copyFile(join(root, "LICENSE"), join(target, "LICENSE"));
}

/** Declarations name the files that the compiler read; only the newest compilers find theirs by those names. */
async function nameJavaScript(target: string): Promise<void> {
  for (const name of await readdir(target, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const text = await readFile(join(target, name), "utf8");
    await writeFile(join(target, name), text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** Inside the repository, the package is its sources. */
async function published(file: string): Promise<object> {
  const { private: _, devDependencies: _tools, ...kept } = JSON.parse(await readFile(file, "utf8"));
  return { ...kept, exports: { ".": { types: "./index.d.ts", default: "./index.js" } } };
}
