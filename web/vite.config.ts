/** Builds the pages. `npm run build` names the folder; `npx vite web` serves them while one works on them. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { consoleOperationList } from "../src/contract/api/console/operations.ts";
import { isPagePath } from "../src/contract/api/console/page-paths.ts";

/** Methods and paths of the console's operations, without the schemas, which the pages do not need. */
function operationRoutes(): Plugin {
  const id = "virtual:routes";
  const routes = Object.fromEntries(
    consoleOperationList.map(({ id, method, path }) => [id, { method, path }]),
  );
  const code = `export const consoleRoutes = ${JSON.stringify(routes)};`;
  return {
    name: "operation-routes",
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    load: (asked) => (asked === `\0${id}` ? code : null),
  };
}

/** As the server does: every address of a page returns the one HTML file. */
function pageAddresses(): Plugin {
  return {
    name: "page-addresses",
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const path = request.url?.split("?", 1)[0] ?? "";
        if (isPagePath(path)) request.url = "/console/";
        next();
      });
    },
  };
}

const service = process.env.PRIORART_DEV_SERVICE ?? "http://127.0.0.1:8787";

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  base: "/console/",
  envDir: false,
  plugins: [react(), tailwind(), operationRoutes(), pageAddresses()],
  build: {
    target: "es2022",
    // These know light-dark(), so that each colour is defined once, with both of its values.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The page's policy allows no inline script, style or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/console/api": service, "/console/auth": service, "/api": service } },
});
