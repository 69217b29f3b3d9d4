import fc from "fast-check";
import { expect, it } from "vitest";
import { lockReaders } from "./locks/lock-readers.ts";
import { manifestReaders } from "./manifests/manifest-readers.ts";
import { ParseFault } from "./parse/fault.ts";
import { readManifest } from "./read-manifest.ts";
import { readNotebookFile, readSource } from "./read-source.ts";

const MAX_MILLISECONDS = 30_000;

/** Words of manifests and programs, so that random texts reach the inner branches of the readers. */
const words = fc.constantFrom(
  ...[
    "[dependencies]",
    "[[package]]",
    'name = "a"',
    'version = "1.0"',
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    ":",
  ],
  ...[
    "dependencies:",
    "  a: ^1.0",
    "- ",
    "\n",
    "\n  ",
    "require (",
    "FROM a:1 AS b",
    "networks: {",
    "chainId: 1",
    "/*",
  ],
  ...[
    "install_requires = [",
    "implementation(",
    'id("a")',
    "<project>",
    "</project>",
    "<dependency>",
    "&a",
    "*a",
    "//",
  ],
  ...[
    "import {",
    'from "viem/chains"',
    "https://",
    "process.env.",
    "getenv(",
    "pragma solidity ",
    "\u0000",
    "\uFFFD",
    "=",
  ],
  ...[
    "__proto__",
    "constructor",
    "#",
    "!pip install ",
    '"source": ',
    "importers:",
    "packages:",
    "  ",
    "\t",
    "\r",
  ],
);

const texts = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes).toString("utf8")),
  fc.array(words, { maxLength: 300 }).map((list) => list.join("")),
  fc.tuple(words, fc.integer({ min: 1, max: 20_000 })).map(([word, count]) => word.repeat(count)),
  fc.tuple(words, words, fc.integer({ min: 1, max: 10_000 })).map(([a, b, count]) => a + b.repeat(count)),
  fc
    .jsonValue()
    .map((value) => JSON.stringify({ dependencies: value, packages: value, cells: value, imports: value })),
);

function timely<T>(work: () => T): T {
  const start = performance.now();
  const result = work();
  expect(performance.now() - start).toBeLessThan(MAX_MILLISECONDS);
  return result;
}

it("no text makes a reader of manifests throw, or run for long", () => {
  fc.assert(
    fc.property(fc.constantFrom(...manifestReaders), texts, (reader, text) => {
      const { reading, fault } = timely(() => readManifest(reader, { path: "x/y", name: "y", text }));
      expect(fault === null || fault instanceof ParseFault).toBe(true);
      for (const { version } of reading.signals) expect(version ?? "1").toMatch(/^\P{Cc}{1,60}$/u);
    }),
    { numRuns: 500 },
  );
});

it("no text makes a reader of lock files run for long, or throw anything but ParseFault", () => {
  fc.assert(
    fc.property(fc.constantFrom(...lockReaders), texts, (reader, text) => {
      timely(() => {
        try {
          reader.read(text, new Map());
        } catch (error) {
          expect(error).toBeInstanceOf(ParseFault);
        }
      });
    }),
    { numRuns: 300 },
  );
});

it("no text makes the reading of programs throw, or run for long", () => {
  fc.assert(
    fc.property(fc.constantFrom("a.ts", "a.sol", "a.toml"), texts, (name, text) => {
      timely(() => readSource(name, text));
      timely(() => readNotebookFile(text));
    }),
    { numRuns: 300 },
  );
});

it.each([" ", "\n", "a", "{", "(", "[", ":", "https://", "import ", "FROM "])(
  "a quarter of a megabyte of %j is read in time by everything",
  (unit) => {
    const text = unit.repeat(Math.floor((256 * 1024) / unit.length));
    for (const start of ["", "getenv("]) {
      timely(() => readSource("a.sol", start + text));
      for (const reader of manifestReaders) {
        timely(() => readManifest(reader, { path: "a", name: "a", text: start + text }));
      }
      for (const reader of lockReaders) {
        timely(() => {
          try {
            reader.read(start + text, new Map());
          } catch (error) {
            expect(error).toBeInstanceOf(ParseFault);
          }
        });
      }
    }
  },
);
