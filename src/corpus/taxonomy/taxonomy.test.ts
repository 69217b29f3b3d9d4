import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultTaxonomyPath, loadTaxonomy, parseTaxonomy, TaxonomyError } from "./taxonomy.ts";

const source = readFileSync(defaultTaxonomyPath, "utf8");

/** The 1-based line of the first occurrence. */
const lineOf = (text: string, within: string) => within.slice(0, within.indexOf(text)).split("\n").length;

function changed(from: string | RegExp, to: string): string {
  const result = source.replace(from, to);
  expect(result).not.toBe(source);
  return result;
}

function refusal(text: string): string {
  try {
    parseTaxonomy(text, "my.yaml");
  } catch (error) {
    expect(error).toBeInstanceOf(TaxonomyError);
    return (error as Error).message;
  }
  throw new Error("the taxonomy was accepted");
}

describe("the shipped taxonomy", () => {
  const taxonomy = loadTaxonomy();

  it("has six areas, 41 categories and the two extras, stablecoin-rails among them", () => {
    expect(taxonomy.areas).toHaveLength(6);
    expect(taxonomy.categories).toHaveLength(41);
    expect(taxonomy.categories.map(({ key }) => key)).toContain("stablecoin-rails");
    expect(taxonomy.other.key).toBe("other-emerging");
    expect(taxonomy.insufficientInformation.key).toBe("insufficient-information");
  });

  it("has distinct definitions and 20 to 50 examples for every category", () => {
    for (const { key, examples } of taxonomy.categories) {
      expect(examples.length, key).toBeGreaterThanOrEqual(20);
      expect(examples.length, key).toBeLessThanOrEqual(50);
    }
    expect(new Set(taxonomy.categories.map(({ definition }) => definition)).size).toBe(41);
  });

  it("has at least 120 synonyms", () => {
    expect(taxonomy.synonyms.length).toBeGreaterThanOrEqual(120);
  });
});

describe("the digest", () => {
  it("does not change with comments, layout or the order of keys", () => {
    const { digest } = loadTaxonomy();
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    const reordered = changed(/(other:\n)( {2}key: .*\n)( {2}label: .*\n)/, "$1$3$2");
    expect(parseTaxonomy(`# a comment\n${reordered}\n`, "my.yaml").digest).toBe(digest);
  });

  it("changes with any content", () => {
    const { digest } = loadTaxonomy();
    expect(parseTaxonomy(changed('version: "2"', 'version: "3"'), "my.yaml").digest).not.toBe(digest);
    expect(parseTaxonomy(changed("label: Gaming", "label: Games"), "my.yaml").digest).not.toBe(digest);
  });
});

describe("a taxonomy that breaks a rule is refused with file, line and rule", () => {
  it("too few areas or categories", () => {
    const fewer = changed(/ {2}- key: gaming\n(?: {4}.*\n)+/, "");
    expect(refusal(fewer)).toBe(
      `my.yaml:${lineOf("categories:", fewer)}: categories: must hold exactly 41 categories`,
    );
    expect(refusal(changed(/ {2}- key: money-markets\n(?: {4}.*\n)+/, ""))).toContain(
      ": areas: must hold exactly 6 areas",
    );
  });

  it("a category key used twice", () => {
    const twice = changed("key: gaming", "key: stablecoin-rails");
    const line = twice.slice(0, twice.lastIndexOf("key: stablecoin-rails")).split("\n").length;
    expect(refusal(twice)).toBe(
      `my.yaml:${line}: categories[35].key: the category key "stablecoin-rails" is used twice`,
    );
  });

  it("an area that does not exist", () => {
    const text = changed("areaKey: money-markets", "areaKey: markets");
    expect(refusal(text)).toBe(
      `my.yaml:${lineOf("areaKey: markets", text)}: categories[0].areaKey: names the unknown area "markets"`,
    );
  });

  it("an area without categories", () => {
    const text = source.replaceAll("areaKey: trust-governance", "areaKey: ai-data-devices");
    expect(refusal(text)).toContain('no category belongs to the area "trust-governance"');
  });

  it("a missing field, at the line of the entry that lacks it", () => {
    const text = changed(/(key: gaming\n)( {4}label: .*\n)/, "$1");
    expect(refusal(text)).toBe(`my.yaml:${lineOf("key: gaming", text)}: categories[35].label: is missing`);
    expect(refusal("")).toContain("my.yaml:1: the file: ");
  });

  it("a key that is not kebab-case", () => {
    for (const key of ["Gaming", "on_line", "a--b", "-a", "a-", '"two words"']) {
      expect(refusal(changed("key: gaming", `key: ${key}`))).toContain(
        "categories[35].key: must be kebab-case",
      );
    }
  });

  it("a category key that is reserved, or an extra under another key", () => {
    expect(refusal(changed("key: gaming", "key: other-emerging"))).toContain(
      "categories[35].key: is reserved",
    );
    expect(refusal(changed("  key: other-emerging", "  key: other"))).toContain(
      "other.key: must be other-emerging",
    );
  });

  it("an unknown field, at its own line", () => {
    const text = changed("key: gaming", "key: gaming\n    colour: red");
    expect(refusal(text)).toBe(
      `my.yaml:${lineOf("colour: red", text)}: categories[35].colour: is not a field of a taxonomy: remove it`,
    );
  });

  it("a version that is not a string", () => {
    expect(refusal(changed('version: "2"', "version: 1"))).toContain("version: must be a string in quotes");
  });

  it("an example or a synonym term used twice, and a synonym that expands to itself", () => {
    const extra = (line: string) => `${source.trimEnd()}\n  - ${line}\n`;
    expect(refusal(extra("{ terms: [DeFi], expands: something else }"))).toContain(
      'the synonym term "DeFi" is used twice',
    );
    expect(refusal(extra("{ terms: [qzx], expands: QZX }"))).toContain('"QZX" is among its own terms');
    expect(refusal(extra('{ terms: ["..."], expands: dots }'))).toContain("must hold a letter or a digit");
    const example = source.match(/examples:\n( {6}- .*\n)/)?.[1] ?? "";
    expect(refusal(changed(/(examples:\n)( {6}- .*\n)/, `$1${example}$2`))).toContain("is used twice");
  });

  it("several faults at once, one line each", () => {
    const text = changed("key: gaming", "key: Gaming").replace("key: creator-media", "key: Creator");
    expect(refusal(text).split("\n")).toHaveLength(2);
  });
});

describe("a file that is not a taxonomy", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "taxonomy-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is refused when it does not exist or is a folder", () => {
    expect(() => loadTaxonomy(join(folder, "none.yaml"))).toThrow(/none\.yaml: the taxonomy cannot be read/);
    expect(() => loadTaxonomy(folder)).toThrow(TaxonomyError);
  });

  it("is refused when it is not UTF-8", () => {
    const path = join(folder, "latin1.yaml");
    writeFileSync(path, Buffer.from('version: "caf\xe9"', "latin1"));
    expect(() => loadTaxonomy(path)).toThrow(/not UTF-8 text/);
  });

  it("is refused with the line when it is not YAML", () => {
    expect(refusal('version: "1"\nareas: [\n')).toMatch(/^my\.yaml:\d+: not valid YAML: /);
    expect(refusal('version: "1"\nversion: "2"\n')).toContain(
      "my.yaml:2: not valid YAML: Map keys must be unique",
    );
  });

  it("is refused when aliases multiply it", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefgh"].reduce((text, letter) => {
      const before = String.fromCharCode(letter.charCodeAt(0) - 1);
      return `${text}\n${letter}: &${letter} [${Array(9).fill(`*${before}`).join(",")}]`;
    });
    expect(refusal(bomb)).toContain("not valid YAML");
  });

  it("is loaded from any path", () => {
    const path = join(folder, "own.yaml");
    writeFileSync(path, changed('version: "2"', 'version: "ours-2026"'));
    expect(loadTaxonomy(path).version).toBe("ours-2026");
  });
});
