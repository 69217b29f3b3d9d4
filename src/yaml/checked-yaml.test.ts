import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { CheckedYamlError, parseCheckedYaml, readTextFile, type YamlFault } from "./checked-yaml.ts";

const schema = z.strictObject({
  entries: z.array(z.strictObject({ name: z.string().max(5, "is too long"), size: z.number().optional() })),
});

const parse = (source: string, faults?: (content: z.output<typeof schema>) => YamlFault[]) =>
  parseCheckedYaml(source, "my.yaml", { kind: "album", schema, ...(faults && { faults }) });

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(CheckedYamlError);
    return (error as Error).message;
  }
  throw new Error("the file was accepted");
}

describe("parseCheckedYaml", () => {
  it("returns the content as parsed by the schema", () => {
    expect(parse("entries:\n  - name: abc\n  - { name: d, size: 2 }\n")).toEqual({
      entries: [{ name: "abc" }, { name: "d", size: 2 }],
    });
  });

  it("names file, line, field and rule of every fault", () => {
    const text = "entries:\n  - name: abcdef\n  - size: 2\n  - name: x\n    colour: red\n";
    expect(refusal(() => parse(text)).split("\n")).toEqual([
      "my.yaml:2: entries[0].name: is too long",
      "my.yaml:3: entries[1].name: is missing",
      "my.yaml:5: entries[2].colour: is not a field of an album: remove it",
    ]);
  });

  it("checks the caller's rules only once the schema passes", () => {
    const faults = () => [{ path: ["entries", 1], rule: "is one too many" }];
    expect(refusal(() => parse("entries:\n  - name: a\n  - name: b\n", faults))).toBe(
      "my.yaml:3: entries[1]: is one too many",
    );
    expect(refusal(() => parse("entries: 3\n", faults))).not.toContain("one too many");
  });

  it("lists 20 faults and counts the rest", () => {
    const text = `entries:\n${"  - size: 1\n".repeat(23)}`;
    const lines = refusal(() => parse(text)).split("\n");
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe("and 3 more");
    expect(refusal(() => parse(`entries:\n${"  - size: 1\n".repeat(20)}`)).split("\n")).toHaveLength(20);
  });

  it("throws the caller's own error where there is one", () => {
    class AlbumError extends CheckedYamlError {}
    expect(() => parseCheckedYaml("x: 1", "my.yaml", { kind: "album", schema, Refusal: AlbumError })).toThrow(
      AlbumError,
    );
  });

  it("reads a file that comes with the program as JSON too, by the same rules", () => {
    const shipped = (source: string) =>
      parseCheckedYaml(source, "my.yaml", { kind: "album", schema, isShipped: true });
    const content = { entries: [{ name: "abc" }, { name: "d", size: 2 }] };
    expect(shipped(JSON.stringify(content))).toEqual(content);
    expect(shipped("entries:\n  - name: abc\n")).toEqual({ entries: [{ name: "abc" }] });
    expect(refusal(() => shipped('{"entries":[\n{"name":"a"},\n{"size":2}]}'))).toBe(
      "my.yaml:3: entries[1].name: is missing",
    );
  });

  it("refuses brackets nested beyond the stack", () => {
    expect(refusal(() => parse("[".repeat(20_000)))).toContain("not valid YAML");
  });

  it("returns content or throws a CheckedYamlError for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(CheckedYamlError);
          expect((error as Error).message).toMatch(/^my\.yaml(:[1-9]\d*)?: /);
        }
      }),
    );
  });
});

describe("readTextFile", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "checked-yaml-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("reads a file", () => {
    const path = join(folder, "a.yaml");
    writeFileSync(path, "name: café\n");
    expect(readTextFile(path, { kind: "album" })).toBe("name: café\n");
  });

  it("refuses a file over 16 MiB without reading it", () => {
    const path = join(folder, "large.yaml");
    writeFileSync(path, "");
    truncateSync(path, 16 * 1024 * 1024 + 1);
    expect(refusal(() => readTextFile(path, { kind: "album" }))).toContain("the limit is 16777216");
  });

  it("names what it cannot read", () => {
    expect(refusal(() => readTextFile(join(folder, "none.yaml"), { kind: "album" }))).toMatch(
      /none\.yaml: the album cannot be read: ENOENT/,
    );
    expect(refusal(() => readTextFile(folder, { kind: "album" }))).toContain("the album cannot be read");
  });
});
