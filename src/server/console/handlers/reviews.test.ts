/** Suggestions and feedback: what administrators and members see of them. */
import { expect, test } from "vitest";
import { recordedPorts } from "./handlers.case.ts";

const page = { offset: 0, limit: 20 };
const suggestion = {
  id: "s1",
  url: "https://a.example/",
  sourceKey: "a",
  from: "bob@example.org",
  proposed: {},
};
const feedback = { id: "f1", message: "m", from: "bob@example.org", escalation: { attempts: 1 } };

test.each([
  ["open", "open"],
  ["all", undefined],
])("administrators list those whose state is %s", async (state, asked) => {
  const { answer, calls } = recordedPorts({ "reviews.listFeedback": "f", "reviews.listSuggestions": "s" });
  expect(await answer("listFeedback", { state, ...page })).toEqual({ body: "f" });
  expect(await answer("listSuggestions", { state, ...page })).toEqual({ body: "s" });
  expect(calls).toEqual([
    ["reviews.listFeedback", { state: asked, ...page }],
    ["reviews.listSuggestions", { state: asked, ...page }],
  ]);
});

test("feedback is resolved and reopened, which is recorded", async () => {
  const { answer, calls } = recordedPorts();
  expect([
    await answer("resolveFeedback", { id: "f1" }),
    await answer("reopenFeedback", { id: "f1" }),
  ]).toEqual([
    { body: { message: "The feedback is resolved." }, audit: { target: "f1" } },
    { body: { message: "The feedback is open again." }, audit: { target: "f1" } },
  ]);
  expect(calls).toEqual([
    ["reviews.resolveFeedback", "f1"],
    ["reviews.reopenFeedback", "f1"],
  ]);
});

test.each([
  [{ kind: "feed" }, [["readSource", "a"]], "The source a is declared, and is being read."],
  [null, [], "The source a is declared; import its documents under this key."],
])("an approved suggestion with the connector %j", async (connector, reading, message) => {
  const source = { key: "a", label: "A", connector };
  const { answer, calls } = recordedPorts({ "reviews.approveSuggestion": { suggestion, source } });
  expect(await answer("approveSuggestion", { id: "s1", key: "a", label: "A" })).toEqual({
    body: { message, source: { key: "a", label: "A", url: "https://a.example/" } },
    audit: { target: "a" },
  });
  expect(calls).toEqual([["reviews.approveSuggestion", "s1", { key: "a", label: "A" }], ...reading]);
});

test("a declined suggestion is recorded by its address", async () => {
  const { answer, calls } = recordedPorts({ "reviews.declineSuggestion": suggestion });
  expect(await answer("declineSuggestion", { id: "s1", reason: "r" })).toEqual({
    body: { message: "The suggestion is declined." },
    audit: { target: "https://a.example/" },
  });
  expect(calls).toEqual([["reviews.declineSuggestion", "s1", "r"]]);
});

test("members see their own suggestions with the documents they led to, and nothing of the review", async () => {
  const own = [
    suggestion,
    { ...suggestion, id: "s2", sourceKey: "b" },
    { ...suggestion, id: "s3", sourceKey: null },
  ];
  const { answer, calls } = recordedPorts({
    "reviews.listSuggestions": { suggestions: own, total: 7 },
    "records.documentCounts": new Map([["a", 12]]),
  });
  const shown = (id: string, sourceKey: string | null, documents: number | null) => ({
    id,
    url: "https://a.example/",
    sourceKey,
    documents,
  });
  expect(await answer("listOwnSuggestions", page)).toEqual({
    body: { suggestions: [shown("s1", "a", 12), shown("s2", "b", 0), shown("s3", null, null)], total: 7 },
  });
  expect(calls).toEqual([
    ["reviews.listSuggestions", { ...page, memberId: "m1" }],
    ["records.documentCounts"],
  ]);
});

test("documents are not counted where no suggestion has a source", async () => {
  const open = { ...suggestion, sourceKey: null };
  const { answer, calls } = recordedPorts({ "reviews.listSuggestions": { suggestions: [open], total: 1 } });
  expect(await answer("listOwnSuggestions", page)).toMatchObject({
    body: { suggestions: [{ documents: null }] },
  });
  expect(calls).toHaveLength(1);
});

test("members see their own feedback without its escalation", async () => {
  const { answer, calls } = recordedPorts({ "reviews.listFeedback": { feedback: [feedback], total: 3 } });
  expect(await answer("listOwnFeedback", page)).toEqual({
    body: { feedback: [{ id: "f1", message: "m" }], total: 3 },
  });
  expect(calls).toEqual([["reviews.listFeedback", { ...page, memberId: "m1" }]]);
});
