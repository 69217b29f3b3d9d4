/**
 * Import rules. Each module of src lists the modules that it may import; everything else is an error.
 * Tests are exempt: they may build fixtures with any module.
 */
const modules = {
  contract: [],
  search: [],
  config: ["contract/values"],
  net: ["contract/values"],
  telemetry: [],
  digest: [],
  memory: [],
  threads: [],
  locks: [],
  yaml: ["contract/values"],
  database: [],
  catalog: ["contract", "database", "digest"],
  accounts: ["contract", "database", "net"],
  "copy-state": ["accounts/migrations", "accounts/tables", "catalog/tables", "database"],
  inbox: ["accounts", "catalog", "contract", "database/location", "net"],
  saved: ["accounts", "contract"],
  ingest: ["catalog", "contract", "locks", "threads", "yaml"],
  members: ["catalog", "contract"],
  corpus: ["search", "contract", "digest", "threads", "yaml"],
  publish: [
    "archive-search",
    "catalog",
    "corpus",
    "search",
    "embed",
    "contract",
    "digest",
    "locks",
    "net",
    "threads",
    "yaml",
    "memory",
  ],
  backup: ["corpus", "database", "locks"],
  snapshots: ["catalog", "corpus", "locks", "net", "search/segment"],
  upgrade: ["corpus", "database", "embed", "search", "contract", "locks"],
  "archive-search": ["corpus", "search", "contract"],
  research: ["archive-search", "corpus", "search", "contract"],
  serving: [
    "archive-search",
    "research",
    "corpus",
    "contract",
    "catalog",
    "embed",
    "search",
    "threads",
    "memory",
  ],
  mcp: ["contract"],
  server: [
    "database/storage-error",
    "research",
    "accounts",
    "inbox",
    "saved",
    "mcp",
    "contract",
    "telemetry",
  ],
  client: ["contract"],
  "idea-check": ["contract"],
  guides: ["catalog", "contract", "digest", "net", "yaml", "search/analysis"],
  connectors: ["contract", "net", "threads", "yaml"],
  sync: ["catalog", "connectors", "contract", "digest", "ingest", "locks", "net"],
};

const tests = "\\.(test|case)\\.ts$";

const moduleRules = Object.entries(modules).map(([name, allowed]) => ({
  name: `${name}-imports`,
  severity: "error",
  comment: `src/${name} may import ${[name, ...allowed].map((one) => `src/${one}`).join(", ")} only.`,
  from: { path: `^src/${name}/`, pathNot: tests },
  to: { path: "^src/", pathNot: [`^src/(${[name, ...allowed].join("|")})(/|\\.ts$)`] },
}));

/** What the command line prints, declared by other modules; their functions reach it through its services. */
const printedTypes = [
  "accounts/types",
  "backup/types",
  "copy-state/copy-state",
  "inbox/open",
  "inbox/types",
  "ingest/types",
  "publish/publish",
  "sync/types",
  "upgrade/types",
].map((file) => `^src/${file}\\.ts$`);

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Merge two files that need each other, or extract what both need.",
      from: {},
      to: { circular: true },
    },
    ...moduleRules,
    {
      name: "embed-imports",
      severity: "error",
      comment:
        "src/embed may import net, threads and, of the engine, analysis, kernels, the calibration and seeded random numbers.",
      from: { path: "^src/embed/", pathNot: tests },
      to: {
        path: "^src/",
        pathNot: [
          "^src/embed/",
          "^src/net/",
          "^src/threads/",
          "^src/search/(analysis|kernels)/",
          "^src/search/vector/calibration\\.ts$",
          "^src/search/random\\.ts$",
        ],
      },
    },
    {
      name: "cli-imports",
      severity: "error",
      comment:
        "src/cli may import src/contract, src/config, src/idea-check and the types that it prints: src/main wires the rest.",
      from: { path: "^src/cli/", pathNot: tests },
      to: { path: "^src/", pathNot: ["^src/(cli|contract|config|idea-check)/", ...printedTypes] },
    },
    {
      name: "scan-is-self-contained",
      severity: "error",
      comment: "packages/scan takes what it needs of the product as arguments.",
      from: { path: "^packages/scan/", pathNot: tests },
      to: { path: "^(src|web|bin|scripts)/" },
    },
    {
      name: "the-client-is-self-contained",
      severity: "error",
      comment: "packages/client is published alone: it imports nothing.",
      from: { path: "^packages/client/", pathNot: tests },
      to: { pathNot: "^packages/client/src/" },
    },
    {
      name: "scan-is-for-the-command-line",
      severity: "error",
      comment:
        "src/main calls packages/scan, src/cli prints its types, and src/connectors/git reads with its git.",
      from: { path: "^(src|web)/", pathNot: ["^src/(main|cli)/", "^src/connectors/git/", tests] },
      to: { path: "^packages/scan/" },
    },
    {
      name: "contract-dependencies",
      severity: "error",
      comment:
        "The contract is shared with clients and browsers: it depends on zod, ipaddr.js and croner only.",
      from: { path: "^src/contract/", pathNot: tests },
      to: { pathNot: ["^src/contract/", "^node_modules/(zod|ipaddr\\.js|croner)/"] },
    },
    {
      name: "main-is-not-imported",
      severity: "error",
      comment: "src/main is the composition root: nothing depends on it.",
      from: { path: "^src/", pathNot: ["^src/main/", tests] },
      to: { path: "^src/main/" },
    },
    {
      name: "cli-is-not-imported",
      severity: "error",
      comment: "Only src/main starts the command line.",
      from: { path: "^src/", pathNot: ["^src/(cli|main)/", tests] },
      to: { path: "^src/cli/" },
    },
    {
      name: "web-is-not-imported",
      severity: "error",
      comment: "The pages are built separately and served as files.",
      from: { path: "^src/", pathNot: tests },
      to: { path: "^web/" },
    },
    {
      name: "pages-imports",
      severity: "error",
      comment: "Pages may import each other, the client, the idea check, and packages meant for browsers.",
      from: { path: "^web/src/", pathNot: tests },
      to: {
        pathNot: [
          "^web/src/",
          "^src/client/",
          "^packages/client/src/",
          // No schemas, and nothing that needs Node.
          "^src/contract/values/(bounds|built-with-kinds|csv|json-text)\\.ts$",
          "^src/contract/api/console/audit-actions\\.ts$",
          "^src/idea-check/",
          "^virtual:",
          "^node_modules/(@observablehq/plot|@tanstack/react-query|@tanstack/react-router|dompurify|lucide-react|marked|react|react-aria-components|react-dom|@types/react|@types/react-dom)/",
        ],
      },
    },
    {
      name: "client-loads-no-contract",
      severity: "error",
      comment:
        "The pages' client and the idea check import only types of the contract, and its Markdown: a browser need not load zod.",
      // scripts/parse-pages.mjs leaves imports of types out.
      from: { path: "^src/(client|idea-check)/", pathNot: tests },
      to: { path: "^src/contract/", pathNot: "^src/contract/values/markdown-text\\.ts$" },
    },
    {
      name: "ui-knows-no-page",
      severity: "error",
      comment: "web/src/ui is the design system: it imports nothing of what it shows.",
      from: { path: "^web/src/ui/", pathNot: tests },
      to: {
        pathNot: [
          "^web/src/ui/",
          "^packages/client/src/",
          "^node_modules/(react|marked|dompurify|lucide-react|react-aria-components|@types/react)/",
        ],
      },
    },
    {
      name: "pages-are-separate",
      severity: "error",
      comment: "A page imports no other page's files, except those of the sign-in.",
      from: { path: "^web/src/pages/([^/]+)/", pathNot: tests },
      to: { path: "^web/src/pages/[^/]+/", pathNot: "^web/src/pages/($1|sign-in)/" },
    },
    {
      name: "no-development-dependencies",
      severity: "error",
      comment: "The program must not import development dependencies.",
      from: { path: "^(src|packages|bin)/", pathNot: [tests, "^src/search/kernels/assembly/"] },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "declared-dependencies",
      severity: "error",
      comment: "Every imported package must be listed in package.json.",
      from: { path: "^(src|bin|scripts|test|web|packages)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"], pathNot: "^virtual:" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "The imported file or package does not exist.",
      // The bench's own dependencies are not installed by default; the type check covers them where they are.
      from: { pathNot: ["^src/search/kernels/assembly/", "^bench/"] },
      // Made by web/vite.config.ts while it builds.
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-tests-in-code",
      severity: "error",
      comment: "Code must not import tests.",
      from: { path: "^(src|packages)/", pathNot: tests },
      to: { path: tests },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^src/search/kernels/assembly/"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json"],
    },
    moduleSystems: ["es6", "cjs"],
    skipAnalysisNotInRules: true,
  },
};
