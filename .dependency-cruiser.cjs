/**
 * Who may import whom. Each room of src lists the rooms that it may reach; everything else is refused.
 * Tests stand outside: they may build what they need from any room.
 */
const rooms = {
  contract: [],
  search: [],
  config: [],
  telemetry: [],
  digest: [],
  yaml: [],
  catalog: ["contract", "digest"],
  accounts: ["catalog", "contract"],
  inbox: ["accounts", "catalog", "contract"],
  ingest: ["catalog", "contract", "yaml"],
  members: ["catalog", "contract"],
  corpus: ["search", "contract", "digest", "yaml"],
  publish: ["catalog", "corpus", "search", "embed", "contract", "digest", "yaml"],
  research: ["corpus", "search", "contract"],
  serving: ["research", "corpus", "contract", "catalog", "embed", "search"],
  server: ["research", "accounts", "inbox", "contract", "telemetry"],
  scan: ["contract", "yaml"],
  client: ["contract"],
  guides: ["catalog", "contract", "digest", "yaml", "search/analysis"],
};

const tests = "\\.(test|case)\\.ts$";

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  severity: "error",
  comment: `src/${room} may import ${[room, ...allowed].map((name) => `src/${name}`).join(", ")} only.`,
  from: { path: `^src/${room}/`, pathNot: tests },
  to: { path: "^src/", pathNot: [`^src/(${[room, ...allowed].join("|")})/`] },
}));

module.exports = {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      comment: "Two files that need each other are one file, or hide a third.",
      from: {},
      to: { circular: true },
    },
    ...roomRules,
    {
      name: "embed-imports",
      severity: "error",
      comment:
        "Of the engine, src/embed may import analysis, kernels, the calibration and seeded random numbers.",
      from: { path: "^src/embed/", pathNot: tests },
      to: {
        path: "^src/",
        pathNot: [
          "^src/embed/",
          "^src/search/(analysis|kernels)/",
          "^src/search/vector/calibration\\.ts$",
          "^src/search/random\\.ts$",
        ],
      },
    },
    {
      name: "contract-needs-zod-only",
      severity: "error",
      comment: "The contract is shared with clients and browsers: zod is its one dependency.",
      from: { path: "^src/contract/", pathNot: tests },
      to: { pathNot: ["^src/contract/", "^node_modules/zod/"] },
    },
    {
      name: "nobody-imports-the-entry",
      severity: "error",
      comment: "The command line and the composition root are where programs start; nothing depends on them.",
      from: { path: "^src/", pathNot: ["^src/cli/", "^src/main/", tests] },
      to: { path: ["^src/cli/", "^src/main/"] },
    },
    {
      name: "nobody-imports-the-pages",
      severity: "error",
      comment: "The pages are built apart from the program, and handed over as files.",
      from: { path: "^src/", pathNot: tests },
      to: { path: "^web/" },
    },
    {
      name: "no-development-dependencies",
      severity: "error",
      comment: "What runs must not lean on what is only there for development.",
      from: { path: "^(src|bin)/", pathNot: [tests, "^src/search/kernels/assembly/"] },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "declared-dependencies",
      severity: "error",
      comment: "Every package imported stands in package.json.",
      from: { path: "^(src|bin|scripts|test|web)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "unknown"], pathNot: "^virtual:" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "The imported file or package does not exist.",
      from: { pathNot: "^src/search/kernels/assembly/" },
      // Made by web/vite.config.ts while it builds.
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-tests-in-code",
      severity: "error",
      comment: "Code must not import tests.",
      from: { path: "^src/", pathNot: tests },
      to: { path: tests },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // Its parser reads no JSX: web/src/import-rules.test.ts holds the pages to the same rules.
    exclude: { path: ["^src/search/kernels/assembly/", "\\.tsx$"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".mjs", ".cjs", ".js", ".json"],
    },
    moduleSystems: ["es6", "cjs"],
    skipAnalysisNotInRules: true,
  },
};
