import { expect, it } from "vitest";
import { deriveDocumentId } from "./document-id.ts";

const letter = { source: "letters", url: null, title: "T", author: "A", publishedAt: "2024" };
const page = { ...letter, url: "https://a.example/" };

it("is a UUID of version 5 that never changes: stored documents are found by it", () => {
  // Computed with another implementation.
  expect(deriveDocumentId(page)).toBe("edb3b682-81db-5b89-bf3c-3a756773f149");
  expect(deriveDocumentId(letter)).toBe("72a85a43-9b4c-596a-86fa-541323bf26d2");
});

it("depends on source and url; without a url on source, title, author and date", () => {
  const ids = (base: typeof letter | typeof page) =>
    [
      {},
      { source: "x" },
      { url: "https://b.example/" },
      { title: "x" },
      { author: "x" },
      { publishedAt: "x" },
    ].map((change) => deriveDocumentId({ ...base, ...change }));
  const [same, ...changed] = ids(page);
  expect(changed.map((id) => id === same)).toEqual([false, false, true, true, true]);
  expect(new Set(ids(letter)).size).toBe(6);
});
