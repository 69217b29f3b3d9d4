/**
 * Folders with generated content: version control, installed packages, build output, caches. Also test fixtures, which
 * are not what the project is built with.
 */
const skipped = new Set(
  `.git .hg .svn .bzr .jj
  node_modules bower_components jspm_packages web_modules .yarn .pnpm-store .pnp
  vendor third_party third-party thirdparty Pods Carthage deps .bundle site-packages .eggs
  venv .venv virtualenv .virtualenv __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints
  dist build out target .next .nuxt .output .svelte-kit .astro .docusaurus .vercel .netlify .serverless .turbo
  .parcel-cache .cache .angular .expo .expo-shared .gradle .dart_tool .pub-cache DerivedData xcuserdata
  artifacts typechain typechain-types .anchor .trunk .terraform .idea .vs coverage .nyc_output htmlcov
  storybook-static elm-stuff _build
  fixtures __fixtures__ testdata test-data __mocks__ __snapshots__ .stack-work zig-cache zig-out`.split(
    /\s+/,
  ),
);

/** A file of this name marks its whole folder as generated. */
const markers = ["pyvenv.cfg", "CACHEDIR.TAG"];

export function isSkippedFolder(name: string): boolean {
  return skipped.has(name) || name.startsWith(".dist-");
}

export function hasMachineMarker(names: ReadonlySet<string>): boolean {
  return markers.some((marker) => names.has(marker));
}

const libraryMarkers = [".git", ".gitmodules", "foundry.toml", "package.json", "remappings.txt", "Makefile"];

/** Whether a folder under Foundry's `lib` is an installed library: a separate project, or not fetched. */
export function isInstalledLibrary(names: ReadonlySet<string>): boolean {
  return names.size === 0 || libraryMarkers.some((marker) => names.has(marker));
}
