/**
 * Bundles the program with its dependencies into few files: Node takes a third of a millisecond and more per file, and
 * the server alone would read 1,250 of them, its threads 330 each.
 */
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

/** Loaded by a command, as a thread, or as a process of its own; paths in `src` and in the build. */
const ENTRIES = [
  "main/main",
  "main/publish-process",
  "main/sync-process",
  "main/inspection-process",
  "main/import-process",
  "serving/threads/worker",
  "corpus/reading-thread",
  "publish/analysis/analysis-worker",
  "publish/embed/vector-worker",
  "ingest/map/map-worker",
  "connectors/formats/parse-worker",
  "embed/onnx/model-worker",
];
/** They find their native libraries beside themselves. */
export const EXTERNAL = ["libsql", "libsql/promise", "onnxruntime-node"];

const THREADS = /\bthreadFile\("([^"]+)"/g;
const MARK = /__SOURCE_URL__\("([^"]+)"\)/g;

/** Folders of sources, and where in the build their assets are. */
export const SOURCES = { src: ".", "packages/scan/src": "packages/scan" };

/** The place in the build of a source file; null for a file of a dependency. */
function placeOf(root, file) {
  const path = relative(root, file).split(sep).join("/");
  const folder = Object.keys(SOURCES).find((name) => path.startsWith(`${name}/`));
  return folder === undefined ? null : join(SOURCES[folder], path.slice(folder.length + 1));
}

/** A thread whose file is missing fails only where it is started: on a machine with more cores, for example. */
function requireEntry(file) {
  const name = file.split(sep).join("/");
  if (!ENTRIES.includes(name))
    throw new Error(`src/${name}.ts is started as a thread: add it to ENTRIES in scripts/bundle.mjs`);
}

/** `import.meta.url` keeps its meaning, so that each source finds its assets and threads wherever its code ends up. */
const sourceUrls = (root) => ({
  name: "source-urls",
  transform(code, id) {
    const place = placeOf(root, id);
    if (place === null || !code.includes("import.meta.url")) return null;
    for (const [, path] of code.matchAll(THREADS)) requireEntry(join(dirname(place), path));
    const mark = `__SOURCE_URL__("${place.split(sep).join("/").replace(/\.ts$/, ".js")}")`;
    return { code: code.replaceAll("import.meta.url", mark) };
  },
  renderChunk(code, chunk) {
    const from = dirname(chunk.fileName);
    const url = (_, path) => {
      const steps = relative(from, path).split(sep).join("/");
      return `new URL(${JSON.stringify(steps)}, import.meta.url).href`;
    };
    return { code: code.replace(MARK, url) };
  },
});

/** Writes the bundle of the checkout at `root` into the folder `target`. */
export async function bundle(root, target) {
  // Imported here: scripts also run before anything is installed.
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    cwd: root,
    platform: "node",
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(root, "src", `${name}.ts`)])),
    external: EXTERNAL,
    plugins: [sourceUrls(root)],
  });
  try {
    await build.write({
      dir: target,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
    });
  } finally {
    await build.close();
  }
}

/** Bundles one entry into one file that runs where it is written, with the assets of the sources. */
export async function bundleThread({ root, entry, file }) {
  const { rolldown } = await import("rolldown");
  const place = {
    name: "source-urls",
    transform: (code, id) =>
      code.includes("import.meta.url") && !id.includes("node_modules")
        ? { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)) }
        : null,
  };
  const build = await rolldown({
    cwd: root,
    platform: "node",
    input: entry,
    external: EXTERNAL,
    plugins: [place],
  });
  try {
    await build.write({ file, format: "esm", codeSplitting: false });
  } finally {
    await build.close();
  }
}
