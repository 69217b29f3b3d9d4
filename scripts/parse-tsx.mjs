/**
 * Preloaded when the import rules are checked: dependency-cruiser asks swc for TypeScript without JSX, whatever the
 * file is. Files of pages are parsed with it.
 */
import { createRequire } from "node:module";

const swc = createRequire(import.meta.url)("@swc/core");
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") });
