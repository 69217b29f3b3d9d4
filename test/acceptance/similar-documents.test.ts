import { describe, expect, it } from "vitest";
import { demoDocuments, excerptSources } from "./harness/demo-documents.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useSharedService } from "./harness/service.ts";

const service = useSharedService();
const similar = (documentId: string, search?: string) =>
  service().get("similarDocuments", { params: { documentId }, search });

describe("200", () => {
  it("for every demo document: others, each once, nearest first; of excerpts only what may be read", async () => {
    for (const { documentId } of demoDocuments) {
      const { results } = await similar(documentId);
      expect(results).toHaveLength(10);
      const ids = results.map((result) => result.documentId);
      expect(new Set([documentId, ...ids]).size).toBe(11);
      const similarities = results.map(({ similarity }) => similarity);
      expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
      for (const { documentId: id, source, snippet } of results) {
        if (!excerptSources.has(source)) continue;
        const { content, title } = demoDocuments.find((document) => document.documentId === id)!;
        const readable = Array.from(content).slice(0, 1_000).join("").replace(/\s+/g, " ");
        expect(`${readable} ${title}`).toContain(snippet.replace(/^…|…$/g, ""));
      }
    }
  });

  it("with as many as asked for", async () => {
    const { documentId } = demoDocuments[0]!;
    const { results } = await similar(documentId, "limit=25");
    expect(results).toHaveLength(25);
    expect((await similar(documentId, "limit=1")).results).toEqual(results.slice(0, 1));
  });
});

describe("404 and 400", () => {
  it("404 for an unknown document", async () => {
    const params = { documentId: "00000000-0000-4000-8000-00000000ffff" };
    expect(outcome(await service().refusal("similarDocuments", { params }))).toEqual([404, "NOT_FOUND"]);
  });

  it("400 for a malformed id, and for a limit out of bounds", async () => {
    const malformed = await service().refusal("similarDocuments", { params: { documentId: "x" } });
    expect([...outcome(malformed), malformed.error]).toEqual([
      400,
      "INVALID_QUERY",
      "documentId: must be a UUID",
    ]);
    const params = { documentId: demoDocuments[0]!.documentId };
    for (const limit of ["0", "26"]) {
      const refusal = await service().refusal("similarDocuments", { params, search: `limit=${limit}` });
      expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    }
  });
});

describeRefusals({
  service,
  id: "similarDocuments",
  valid: { params: { documentId: demoDocuments[0]!.documentId } },
});
