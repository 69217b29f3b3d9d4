/** The program as a package that `npm install -g` and `npx` run: what is built, the demo, and the documentation. */
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { packageRoot } from "../../bin/bootstrap.mjs";
import { EXTERNAL } from "../bundle.mjs";
import { thirdPartyLicences } from "./third-party.mjs";

/** From the checkout, by their place in the package. */
const FILES = {
  "bin/priorart.mjs": "bin/installed.mjs",
  "bin/node-version.mjs": "bin/node-version.mjs",
  "README.md": "README.md",
  "CHANGELOG.md": "CHANGELOG.md",
  LICENSE: "LICENSE",
  NOTICE: "NOTICE",
  deploy: "deploy",
  docs: "docs",
  examples: "examples",
  demo: "demo",
};

/** Installed by operators of a local model only. */
const OPTIONAL = ["onnxruntime-node"];

/** Replaces the folder `target` by the package's files. The checkout must be built. */
export function writePackage(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "bin"), { recursive: true });
  for (const [place, source] of Object.entries(FILES)) copy(join(packageRoot, source), join(target, place));
  // The real path: `dist` is a link, and a later build repoints it.
  copy(realpathSync(join(packageRoot, "dist")), join(target, "dist"));
  chmodSync(join(target, "bin/priorart.mjs"), 0o755);
  writeFileSync(join(target, "package.json"), `${JSON.stringify(description(), null, 2)}\n`);
  writeFileSync(join(target, "THIRD-PARTY-LICENSES"), thirdPartyLicences());
}

/** Leaves out files that builds and editors keep for themselves. */
function copy(source, target) {
  const filter = (path) => path === source || !basename(path).startsWith(".");
  cpSync(source, target, { recursive: true, filter });
}

/** All that is not bundled is a dependency. */
function description() {
  const { name, version, description, license, type, engines, dependencies } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8"),
  );
  const needed = [...new Set(EXTERNAL.map((one) => one.split("/")[0]))].filter(
    (one) => !OPTIONAL.includes(one),
  );
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { priorart: "bin/priorart.mjs" },
    dependencies: Object.fromEntries(needed.map((one) => [one, dependencies[one]])),
  };
}
