/** npm 10 has no list of allowed install scripts: the project's settings must disable them. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryDirectories } from "./cli-harness.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const directories = temporaryDirectories();
const execute = promisify(execFile);
let npm10: string | null = null;

beforeAll(async () => {
  const prefix = await directories.make();
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const args = [...npm.slice(1), "install", "--prefix", prefix, "--no-audit", "--no-fund", "npm@10.9.4"];
  await execute(npm[0] ?? "npm", args).then(
    () => {
      npm10 = join(prefix, "node_modules/npm/bin/npm-cli.js");
    },
    () => {},
  );
});
afterAll(() => directories.removeAll());

/** Files that the install script of a package in a project with our settings has written. */
async function scriptsRun(...options: string[]): Promise<string[]> {
  const project = await directories.make();
  const scripted = join(project, "scripted");
  const written = join(project, "written");
  await mkdir(scripted);
  await mkdir(written);
  await copyFile(join(root, ".npmrc"), join(project, ".npmrc"));
  const postinstall = `node -e "fs.writeFileSync(process.env.WRITTEN + '/by-script', '')"`;
  const manifest = { name: "scripted", version: "1.0.0", scripts: { postinstall } };
  await writeFile(join(scripted, "package.json"), JSON.stringify(manifest));
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ name: "project", dependencies: { scripted: "file:./scripted" } }),
  );
  const args = [npm10 as string, "install", "--offline", "--no-audit", "--no-fund", ...options];
  await execute(process.execPath, args, { cwd: project, env: { ...process.env, WRITTEN: written } });
  return readdir(written);
}

it("npm 10 runs no install script with the project's settings", async (context) => {
  if (npm10 === null) context.skip("npm 10 could not be fetched from the registry");
  expect(await scriptsRun("--ignore-scripts=false")).toEqual(["by-script"]);
  expect(await scriptsRun()).toEqual([]);
});
