/**
 * Who may import whom among the pages. The checker of the other rooms reads no JSX, so its rules are held here:
 * the contract's types only, no circles, and a design system that knows nothing of what it shows.
 */
import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseFileSync } from "@swc/core";
import { describe, expect, it } from "vitest";

interface Import {
  from: string;
  /** A path from the root of the checkout, or the name of a package. */
  to: string;
  typeOnly: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = ["@tanstack/react-query", "dompurify", "marked", "react", "react-dom/client"];

function importsOf(path: string): Import[] {
  const from = relative(root, path);
  const module = parseFileSync(path, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2022" });
  return module.body.flatMap((item) => {
    if (item.type !== "ImportDeclaration") return [];
    const { value } = item.source;
    const to = value.startsWith(".") ? relative(root, join(dirname(path), value)) : value;
    return [{ from, to, typeOnly: item.typeOnly }];
  });
}

const files = readdirSync(join(root, "web/src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name))
  .map((name) => join(root, "web/src", name));
const imports = files.flatMap(importsOf);
const ofClient = readdirSync(join(root, "src/client"))
  .filter((name) => !name.endsWith(".test.ts"))
  .flatMap((name) => importsOf(join(root, "src/client", name)));
const written = ({ from, to }: Import) => `${from} → ${to}`;
/** Imports under a folder that lead to none of the others. */
const beyond = (from: RegExp, allowed: RegExp) =>
  imports.filter((one) => from.test(one.from) && !allowed.test(one.to)).map(written);

describe("the pages", () => {
  it("know packages that are meant for browsers, each other, the client and the contract", () => {
    expect(files.length).toBeGreaterThan(50);
    const known = new RegExp(`^(web/src/|src/(client|contract)/|virtual:|(${packages.join("|")})$)`);
    expect(beyond(/^web\//, known)).toEqual([]);
  });

  it("take types alone from the contract: a browser need not load zod to know where to ask", () => {
    expect(
      [...imports, ...ofClient]
        .filter(({ to, typeOnly }) => to.startsWith("src/contract/") && !typeOnly)
        .map(written),
    ).toEqual([]);
  });

  it("ui knows no page and no operation; pages know no other page's parts but those of the sign-in", () => {
    const shown = /^(web\/src\/ui\/|src\/client\/service-problem\.ts$|react$|marked$|dompurify$)/;
    expect(beyond(/^web\/src\/ui\//, shown)).toEqual([]);
    const crossing = imports.filter(({ from, to }) => {
      const [here, there] = [from, to].map((path) => /^web\/src\/pages\/([^/]+)\//.exec(path)?.[1]);
      return here && there && here !== there && there !== "sign-in";
    });
    expect(crossing.map(written)).toEqual([]);
  });

  it("stand in no circle", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
      if (way.includes(file) || done.has(file)) return;
      for (const other of next.get(file) ?? []) visit(other, [...way, file]);
      done.add(file);
    };
    for (const file of next.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });
});
