import { describe, expect, it } from "vitest";
import { groupRejects } from "./reject-reasons.ts";

const reject = (field: string | null, rule: string, message = `violates ${rule}`) => ({
  line: 1,
  record: null,
  field,
  rule,
  message,
});

describe("the reasons of an import", () => {
  it("are grouped by field and rule, the most frequent first; items of a list are one field", () => {
    const rejects = [
      reject("title", "too-long"),
      reject("tags[0]", "wrong-type", "must be of type object"),
      reject("tags[17]", "wrong-type", "must be of type object"),
      reject(null, "not-json"),
    ];
    expect(groupRejects(rejects, { lines: 100, rejected: 4 })).toEqual({
      reasons: [
        { field: "tags[]", rule: "wrong-type", message: "must be of type object", count: 2 },
        { field: "title", rule: "too-long", message: "violates too-long", count: 1 },
        { field: null, rule: "not-json", message: "violates not-json", count: 1 },
      ],
      reasonsOf: 4,
      needsMap: false,
    });
  });

  it("are at most five", () => {
    const rejects = Array.from({ length: 9 }, (_, index) => reject(`field${index}`, "missing"));
    expect(groupRejects(rejects, { lines: 9, rejected: 9 }).reasons).toHaveLength(5);
  });

  it("suggest a map when most records are rejected, and most of these for their shape", () => {
    const shape = [reject("title", "missing"), reject("tags", "wrong-type"), reject(null, "not-an-object")];
    expect(groupRejects(shape, { lines: 4, rejected: 3 }).needsMap).toBe(true);
    expect(groupRejects(shape, { lines: 6, rejected: 3 }).needsMap).toBe(false);
    const long = [reject("title", "too-long"), reject("tags", "wrong-type")];
    expect(groupRejects(long, { lines: 2, rejected: 2 }).needsMap).toBe(false);
  });
});
