/** Swagger UI at `/docs`: all files are served by this server, and the page may load nothing from elsewhere. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PublicRoute } from "./public-routes.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Prior Art API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/initialise.js"></script>
</body>
</html>
`;

/** No validator badge: it would send the document's URL to a third party. */
const initialise = `SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const assets: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const built = fileURLToPath(new URL("./swagger-ui", import.meta.url));
/** A build contains copies of the files; from source they are read from the package. */
const folder = existsSync(built)
  ? built
  : dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

function asset(name: string, type: string): PublicRoute {
  let bytes: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return [
    `/docs/${name}`,
    async (context) => {
      bytes ??= readFile(join(folder, name)).then((file) => new Uint8Array(file));
      return context.body(await bytes, 200, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=3600",
      });
    },
  ];
}

export function docsRoutes(): PublicRoute[] {
  return [
    [
      "/docs",
      (context) =>
        context.html(page, 200, { "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" }),
    ],
    ["/docs/", (context) => context.redirect("/docs", 302)],
    [
      "/docs/initialise.js",
      (context) => context.body(initialise, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
    ],
    ...Object.entries(assets).map(([name, type]) => asset(name, type)),
  ];
}
