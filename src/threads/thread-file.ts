/** Resolves the entry files of worker threads. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export interface ThreadFile {
  url: URL;
  execArgv?: string[];
}

/**
 * `path` without its extension, relative to the module at `base`: its source in tests and development, else its build.
 */
export function threadFile(path: string, base: string): ThreadFile {
  const inTypeScript = base.endsWith(".ts");
  const url = new URL(`${path}.${inTypeScript ? "ts" : "js"}`, base);
  return inTypeScript ? { url, execArgv: ["--import", typeScriptLoader()] } : { url };
}

/** On Node 20 `--import tsx` does nothing in a worker thread: the loader has to be registered there by hand. */
function typeScriptLoader(): string {
  const loader = createRequire(import.meta.url).resolve("tsx/esm");
  const api = new URL("./api/index.mjs", pathToFileURL(loader));
  const code = `import { register } from ${JSON.stringify(api.href)}; register();`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
