import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { uuidToBytes } from "../corpus/archive/archive-layout.ts";
import { DocumentList } from "./document-list.ts";

const fingerprints = fc.uniqueArray(
  fc.record({
    documentId: fc.uuid(),
    contentHash: fc.nat({ max: 5 }).map((n) => createHash("sha256").update(`${n}`).digest("hex")),
  }),
  { maxLength: 300, selector: ({ documentId }) => documentId },
);

it("gives back ids and hashes, and finds each document by its id", () => {
  fc.assert(
    fc.property(fingerprints, fc.uuid(), (given, other) => {
      const list = new DocumentList();
      for (const document of given) list.add(document);
      expect(list.length).toBe(given.length);
      const hashes = given.map(({ contentHash }) => Buffer.from(contentHash, "hex"));
      given.forEach(({ documentId, contentHash }, place) => {
        expect([list.id(place), list.contentHash(place)]).toEqual([documentId, contentHash]);
        const prefixed = Buffer.concat([Buffer.alloc(16, 7), uuidToBytes(documentId)]);
        expect(list.find(prefixed, 16)).toBe(place);
        hashes.forEach((hash, i) => {
          expect(list.hasHash(place, hash, 0)).toBe(given[i]!.contentHash === contentHash);
        });
      });
      const isKnown = given.some(({ documentId }) => documentId === other);
      expect(list.find(uuidToBytes(other), 0) >= 0).toBe(isKnown);
    }),
    { numRuns: 60 },
  );
});

it("finds a document that was added after a look-up", () => {
  const list = new DocumentList();
  const id = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
  for (let n = 0; n < 1_000; n++) {
    list.add({ documentId: id(n), contentHash: "ab".repeat(32) });
    if (n % 100 === 0) expect(list.find(uuidToBytes(id(n)), 0)).toBe(n);
  }
  expect(list.find(uuidToBytes(id(1_000)), 0)).toBe(-1);
});
