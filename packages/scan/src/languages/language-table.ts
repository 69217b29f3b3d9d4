import * as linguist from "linguist-languages";

/** Languages of documents and builds, and notebooks, which are read separately. */
const notCode = new Set([
  ...["Rich Text Format", "PostScript", "Roff", "Roff Manpage", "RUNOFF", "Mermaid", "API Blueprint", "MDX"],
  ...["BBCode", "Vim Snippet", "YASnippet", "D2", "Pic", "Cooklang", "Jupyter Notebook", "Bru"],
  ...["Dockerfile", "Makefile", "Procfile", "Just", "Earthly"],
]);

/**
 * Extensions that several languages share, where one of them is nearly always meant. Other shared ones are decided
 * by `ambiguous-endings.ts` or, where nothing decides, not counted.
 */
const usual: Readonly<Record<string, string>> = {
  ...{
    ".ts": "TypeScript",
    ".tsx": "TSX",
    ".rs": "Rust",
    ".sol": "Solidity",
    ".cs": "C#",
    ".cairo": "Cairo",
  },
  ...{ ".php": "PHP", ".html": "HTML", ".mm": "Objective-C++", ".pm": "Perl", ".r": "R", ".d": "D" },
  ...{
    ".ex": "Elixir",
    ".hh": "C++",
    ".asm": "Assembly",
    ".s": "Assembly",
    ".ml": "OCaml",
    ".scm": "Scheme",
  },
  ...{ ".sc": "Scala", ".lisp": "Common Lisp", ".frag": "GLSL", ".shader": "ShaderLab", ".cl": "OpenCL" },
  ...{ ".lean": "Lean", ".sw": "Sway", ".nr": "Noir", ".tact": "Tact", ".gd": "GDScript", ".l": "Lex" },
  ...{
    ".yy": "Yacc",
    ".es": "JavaScript",
    ".f": "Fortran",
    ".for": "Fortran",
    ".re": "Reason",
    ".fx": "HLSL",
  },
  ...{
    ".res": "ReScript",
    ".typ": "Typst",
    ".odin": "Odin",
    ".k": "KCL",
    ".tl": "Teal",
    ".star": "Starlark",
  },
  ...{ ".jq": "jq", ".nu": "Nushell", ".mojo": "Mojo", ".cp": "C++", ".qs": "Q#", ".lsp": "Common Lisp" },
};

/** A language of the list, under the name that it is counted as: `TSX` counts as `TypeScript`. */
function counted(language: linguist.Language): string | null {
  if (language.type !== "programming" && language.type !== "markup") return null;
  return notCode.has(language.name) ? null : (language.group ?? language.name);
}

const byExtension = new Map<string, linguist.Language[]>();
const byFileName = new Map<string, string>();
for (const language of Object.values(linguist) as linguist.Language[]) {
  for (const extension of language.extensions ?? []) {
    const lower = extension.toLowerCase();
    byExtension.set(lower, [...(byExtension.get(lower) ?? []), language]);
  }
  for (const name of language.filenames ?? []) {
    const found = counted(language);
    if (found !== null) byFileName.set(name, found);
  }
}

const settled = new Map<string, string | null>();
for (const [extension, languages] of byExtension) settled.set(extension, settle(extension, languages));

function settle(extension: string, languages: linguist.Language[]): string | null {
  const preferred = languages.find(({ name }) => name === usual[extension]);
  if (preferred !== undefined) return counted(preferred);
  const code = new Set(languages.map(counted));
  code.delete(null);
  // Data and prose formats share the extension with one programming language: assume the programming language.
  const proseToo = languages.some(({ type }) => type === "prose");
  return code.size === 1 && !proseToo ? ([...code][0] ?? null) : null;
}

/** The language of a file by its name only, or null: not code, or shared by several languages. */
export function languageOf(name: string): string | null {
  const exact = byFileName.get(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  for (let dot = lower.indexOf(".", 1); dot >= 0; dot = lower.indexOf(".", dot + 1)) {
    const found = settled.get(lower.slice(dot));
    if (found !== undefined) return found;
  }
  return null;
}
