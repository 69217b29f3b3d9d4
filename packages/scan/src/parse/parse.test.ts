import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ParseFault } from "./fault.ts";
import { parseJson, parseJsonWithComments } from "./json.ts";
import { parseToml } from "./toml.ts";
import { branchAt, textAt, valueAt } from "./tree.ts";
import { parseXml } from "./xml.ts";
import { parseYaml } from "./yaml.ts";

const parsers = { parseJson, parseJsonWithComments, parseToml, parseXml, parseYaml };

const repeated = (text: string) => text.repeat(Math.floor(250_000 / text.length));

/** Texts that have made parsers run for minutes, overflow their stacks or fill memory. */
const hostile: Record<string, string> = {
  brackets: repeated("["),
  braces: repeated("{a: "),
  dashes: repeated("- "),
  "explicit keys": repeated("? "),
  "one anchor after another": repeated("a: &a\n"),
  quotes: repeated('"'),
  "escaped quotes": repeated('"\\'),
  tables: repeated("[a]\n"),
  "tables of tables": repeated("[[a]]\n"),
  "arrays in TOML": `a = ${repeated("[")}`,
  "dotted keys": `${repeated("a.")}a = 1`,
  elements: repeated("<a>"),
  attributes: `<a ${repeated("b='c' ")}>`,
  comments: repeated("<!--"),
  "open comments": repeated("/*"),
  "a deep staircase": Array.from({ length: 700 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
  "many keys": Array.from({ length: 25_000 }, (_, key) => `k${key}: v`).join("\n"),
  commas: repeated(","),
  newlines: repeated("\n"),
};

describe("parsers of manifests", () => {
  it.each(Object.entries(hostile))("end within seconds, by a result or a fault, on %s", (_, text) => {
    for (const parse of Object.values(parsers)) {
      const start = performance.now();
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ParseFault);
      }
      expect(performance.now() - start).toBeLessThan(30_000);
    }
  });

  it("bound alias expansion", () => {
    const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (let code = 98; code < 110; code++) {
      const [name, before] = [String.fromCharCode(code), String.fromCharCode(code - 1)];
      laughs.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(", ")}]`);
    }
    expect(() => parseYaml(laughs.join("\n"))).toThrow("not valid YAML");
    expect(parseYaml("a: &a 1\nb: *a")).toEqual({ a: "1", b: "1" });
  });

  it("expand no entities", () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY f SYSTEM "file:///etc/passwd">]><a>&b;&f;</a>';
    expect(() => parseXml(bomb)).toThrow("document type");
    expect(parseXml("<a>&b; &#65;</a>")).toEqual({ a: "&b; &#65;" });
  });

  it("reach no prototype, whatever the keys", () => {
    const trees = [
      parseJson('{"__proto__": {"polluted": "yes"}, "constructor": {"prototype": {"polluted": "yes"}}}'),
      parseYaml("__proto__:\n  polluted: yes\nconstructor:\n  prototype:\n    polluted: yes"),
      parseToml('[__proto__]\npolluted = "yes"\n[constructor.prototype]\npolluted = "yes"'),
    ];
    try {
      trees.push(parseXml("<__proto__><polluted>yes</polluted></__proto__>"));
    } catch (error) {
      expect(error).toBeInstanceOf(ParseFault);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    for (const tree of trees) expect(textAt(tree, "polluted")).toBeUndefined();
    expect(valueAt({}, "constructor")).toBeUndefined();
    expect(valueAt([], "length")).toBeUndefined();
    expect(branchAt({ a: [] }, "a")).toEqual({});
  });

  it("name the line of a fault and never quote the file", () => {
    const faults = [
      () => parseToml('a = 1\nkey = "sk-secret'),
      () => parseYaml("a: 1\nb: [sk-secret\nc: }"),
      () => parseJson('{"key": sk-secret}'),
    ].map((parse) => {
      try {
        parse();
      } catch (error) {
        return error as ParseFault;
      }
      throw new Error("parsed");
    });
    expect(faults.map(({ message, line }) => [message, line])).toEqual([
      ["not valid TOML", 2],
      ["not valid YAML", expect.any(Number)],
      ["not valid JSON", null],
    ]);
  });

  it("keep YAML scalars as written", () => {
    expect(parseYaml("python: 3.10\nversion: 1e3\nyes: no\n---\nother: 1")).toEqual({
      python: "3.10",
      version: "1e3",
      yes: "no",
    });
  });

  it("read JSON like JSON.parse, with added comments and trailing commas", () => {
    const spaced = fc.constantFrom("", " ", "\n", "/* , ] */", "// }\n");
    fc.assert(
      fc.property(fc.jsonValue(), spaced, spaced, (value, before, after) => {
        const text = JSON.stringify(value, null, 1);
        const commented = before + text.replace(/\n( *)([\]}])/g, `,${after}\n$1$2`) + after;
        expect(parseJsonWithComments(commented)).toEqual(JSON.parse(text));
      }),
    );
    expect(parseJsonWithComments('{"a": "// no, ] comment", /* x */ "b": [1, 2,], // y\n}')).toEqual({
      a: "// no, ] comment",
      b: [1, 2],
    });
  });
});
