/** Licences of the packages whose code a build contains. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../bin/bootstrap.mjs";

const inRoot = (...path) => join(packageRoot, ...path);
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Names, versions, licences and their texts, one package after the other. */
export function thirdPartyLicences() {
  const { packages } = readJson(inRoot("package-lock.json"));
  const seen = new Set();
  const add = (from, name) => {
    const path = resolve(packages, from, name);
    if (path === null || seen.has(path)) return;
    seen.add(path);
    const { dependencies = {}, link, resolved } = packages[path];
    const of = link ? packages[resolved] : { dependencies };
    for (const next of Object.keys(of.dependencies ?? {})) add(link ? resolved : path, next);
  };
  for (const name of Object.keys(packages[""].dependencies)) add("", name);
  for (const name of packagesOfPages()) add("", name);
  return [...seen]
    .filter((path) => !packages[path].link && existsSync(inRoot(path)))
    .sort()
    .map(licenceOf)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** The entry of the lock file that `name` means for the package at `from`; null: not installed. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
  }
}

function packagesOfPages() {
  const source = inRoot("web/src");
  const files = readdirSync(source, { recursive: true }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes(".test."),
  );
  const names = files.flatMap((name) =>
    [...readFileSync(join(source, name), "utf8").matchAll(/ from "([^."@][^"]*|@[^"/]+\/[^"]+)"/g)].map(
      ([, one]) =>
        one
          .split("/")
          .slice(0, one.startsWith("@") ? 2 : 1)
          .join("/"),
    ),
  );
  return new Set(names);
}

function licenceOf(path) {
  const { name, version, license } = readJson(inRoot(path, "package.json"));
  const texts = readdirSync(inRoot(path))
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file))
    .map((file) => readFileSync(inRoot(path, file), "utf8").trim());
  return `${name} ${version} (${typeof license === "string" ? license : "see below"})\n\n${texts.join("\n\n")}\n`;
}
