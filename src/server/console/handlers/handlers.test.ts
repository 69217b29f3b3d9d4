/** What each operation asks of its port, for whom, and what it records in the audit log. */
import { expect, test } from "vitest";
import type { ConsoleOperationId } from "../../../contract/api/console/operations.ts";
import { type Calls, recordedPorts } from "./handlers.case.ts";

interface Case {
  input?: object;
  calls: Calls;
  answer: object;
}

const result = { the: "answer" };
const page = { offset: 20, limit: 10 };
const message = (text: string) => ({ body: { message: text } });

const cases: [ConsoleOperationId, string, Case][] = [
  [
    "listMembers",
    "",
    {
      input: { q: "ada", ...page },
      calls: [["accounts.listMembers", { search: "ada", ...page }]],
      answer: { body: result },
    },
  ],
  [
    "inviteMember",
    "",
    {
      input: { email: "Bob@example.org", role: "admin" },
      calls: [["accounts.invite", "Bob@example.org", "admin"]],
      answer: {
        body: {
          email: "bob@example.org",
          role: "admin",
          expiresAt: "2026-03-08",
          link: "https://research.example.org/console/invitation/s-1",
        },
        audit: { target: "bob@example.org", detail: "admin" },
      },
    },
  ],
  [
    "changeRole",
    "",
    {
      input: { id: "m2", role: "member" },
      calls: [["accounts.changeRole", { id: "m2" }, "member"]],
      answer: {
        ...message("The role is now member."),
        audit: { target: "bob@example.org", detail: "member" },
      },
    },
  ],
  [
    "endMemberSessions",
    "",
    {
      input: { id: "m2" },
      calls: [["accounts.endSessions", { id: "m2" }]],
      answer: { body: { ended: 2 }, audit: { target: "bob@example.org" } },
    },
  ],
  [
    "removeMember",
    "",
    {
      input: { id: "m2" },
      calls: [["accounts.removeMember", { id: "m2" }]],
      answer: { ...message("The member is removed."), audit: { target: "bob@example.org" } },
    },
  ],
  [
    "listAudit",
    "",
    {
      input: { q: "ada", ...page },
      calls: [["audit.list", { search: "ada", ...page }]],
      answer: { body: result },
    },
  ],
  ["getMyRecords", "", { calls: [["records.getMe", "ada@example.org"]], answer: { body: result } }],
  [
    "listResourceHackathons",
    "",
    { calls: [["records.listResourceHackathons"]], answer: { body: { hackathons: ["h"] } } },
  ],
  [
    "getHackathonResources",
    "",
    { input: { slug: "h" }, calls: [["records.getResources", { slug: "h" }]], answer: { body: result } },
  ],
  ["findFaqs", "", { input: { q: "x" }, calls: [["records.getFaqs", { q: "x" }]], answer: { body: result } }],
  ["getCorpus", "", { calls: [["records.getCorpus"]], answer: { body: result } }],
  [
    "proposeConnectors",
    "",
    { input: { url: "u" }, calls: [["inspection.propose", "u"]], answer: { body: result } },
  ],
  [
    "previewSource",
    "",
    {
      input: { connector: { kind: "feed" } },
      calls: [["inspection.preview", { kind: "feed" }]],
      answer: { body: result },
    },
  ],
  ["listSources", "", { calls: [["sources.list"]], answer: { body: result } }],
  ["getSource", "", { input: { key: "k" }, calls: [["sources.get", "k"]], answer: { body: result } }],
  [
    "addSource",
    "",
    {
      input: { key: "k" },
      calls: [["sources.add", { key: "k" }]],
      answer: { body: result, audit: { target: "k" } },
    },
  ],
  [
    "changeSource",
    "",
    {
      input: { key: "k" },
      calls: [["sources.change", { key: "k" }]],
      answer: { body: result, audit: { target: "k" } },
    },
  ],
  [
    "readSource",
    "",
    {
      input: { key: "k", allowWithdrawals: false },
      calls: [["sources.read", "k", { allowWithdrawals: false }]],
      answer: { ...message("k is read as soon as possible."), audit: { target: "k", detail: undefined } },
    },
  ],
  [
    "readSource",
    "with withdrawals",
    {
      input: { key: "k", allowWithdrawals: true },
      calls: [["sources.read", "k", { allowWithdrawals: true }]],
      answer: {
        ...message("k is read as soon as possible."),
        audit: { target: "k", detail: "withdrawals confirmed" },
      },
    },
  ],
  ["getPublish", "", { calls: [["publishing.state"]], answer: { body: result } }],
  ...(
    [
      [false, false, undefined],
      [true, false, "refit"],
      [false, true, "recluster"],
      [true, true, "refit, recluster"],
    ] as const
  ).map(([refit, recluster, detail]): [ConsoleOperationId, string, Case] => [
    "startPublish",
    `with ${detail}`,
    {
      input: { refit, recluster },
      calls: [["publishing.start", { refit, recluster }], ["publishing.state"]],
      answer: { body: result, audit: { target: null, detail } },
    },
  ]),
  [
    "cancelPublish",
    "",
    {
      calls: [["publishing.cancel"], ["publishing.state"]],
      answer: { body: result, audit: { target: null } },
    },
  ],
  ["listSnapshots", "", { calls: [["publishing.snapshots"]], answer: { body: result } }],
  [
    "rollBack",
    "",
    {
      input: { from: "000002" },
      calls: [["publishing.rollBack", "000002"]],
      answer: { body: { snapshot: "000001" }, audit: { target: "000001" } },
    },
  ],
  ["getSystem", "", { calls: [["publishing.system"]], answer: { body: result } }],
  ["getImport", "", { calls: [["imports.state"]], answer: { body: result } }],
  ["listImportMaps", "", { calls: [["imports.maps"]], answer: { body: result } }],
  [
    "startUpload",
    "",
    {
      input: { name: "a.csv" },
      calls: [["imports.startUpload", { name: "a.csv" }, "ada@example.org"], ["imports.state"]],
      answer: { body: result, audit: { target: "a.csv" } },
    },
  ],
  [
    "addUploadPart",
    "",
    {
      input: { offset: 0 },
      calls: [["imports.addPart", { offset: 0 }, new Uint8Array(), "ada@example.org"], ["imports.state"]],
      answer: { body: result },
    },
  ],
  [
    "discardUpload",
    "",
    { calls: [["imports.discard"], ["imports.state"]], answer: { body: result, audit: { target: "a.csv" } } },
  ],
  [
    "previewImport",
    "",
    { input: { kind: "x" }, calls: [["imports.preview", { kind: "x" }]], answer: { body: result } },
  ],
  [
    "startImport",
    "",
    {
      input: { kind: "projects" },
      calls: [["imports.start", { kind: "projects" }, "ada@example.org"], ["imports.state"]],
      answer: { body: result, audit: { target: "a.csv", detail: "projects" } },
    },
  ],
  [
    "startImport",
    "through a map",
    {
      input: { kind: "projects", map: "m" },
      calls: [["imports.start", { kind: "projects", map: "m" }, "ada@example.org"], ["imports.state"]],
      answer: { body: result, audit: { target: "a.csv", detail: "projects, through a map" } },
    },
  ],
  [
    "cancelImport",
    "",
    { calls: [["imports.cancel"], ["imports.state"]], answer: { body: result, audit: { target: "a.csv" } } },
  ],
  [
    "getRejects",
    "",
    {
      input: { name: "a.rejects" },
      calls: [["imports.rejects", "a.rejects"]],
      answer: { body: "{}\n", download: { name: "a.rejects", type: "application/x-ndjson; charset=utf-8" } },
    },
  ],
  [
    "createShortlist",
    "",
    { input: { name: "n" }, calls: [["shortlists.create", "m1", { name: "n" }]], answer: { body: result } },
  ],
  [
    "getShortlist",
    "",
    { input: { id: "l" }, calls: [["shortlists.get", "m1", "l"]], answer: { body: result } },
  ],
  [
    "updateShortlist",
    "",
    {
      input: { id: "l", name: "n", notes: "t" },
      calls: [["shortlists.update", "m1", "l", { name: "n", notes: "t" }]],
      answer: { body: result },
    },
  ],
  [
    "deleteShortlist",
    "",
    {
      input: { id: "l" },
      calls: [["shortlists.remove", "m1", "l"]],
      answer: message("The shortlist is deleted."),
    },
  ],
  [
    "copyShortlist",
    "",
    { input: { id: "l", name: "n" }, calls: [["shortlists.copy", "m1", "l", "n"]], answer: { body: result } },
  ],
  [
    "shareShortlist",
    "",
    {
      input: { id: "l", shared: true },
      calls: [["shortlists.share", "m1", "l", true]],
      answer: { body: result },
    },
  ],
  [
    "addShortlistItems",
    "",
    {
      input: { id: "l", items: [1] },
      calls: [["shortlists.addItems", "m1", "l", [1]]],
      answer: { body: result },
    },
  ],
  [
    "removeShortlistItems",
    "",
    {
      input: { id: "l", items: [1] },
      calls: [["shortlists.removeItems", "m1", "l", [1]]],
      answer: { body: result },
    },
  ],
  [
    "noteShortlistItem",
    "",
    {
      input: { id: "l", item: "i", note: "n" },
      calls: [["shortlists.setNote", "m1", "l", { item: "i", note: "n" }]],
      answer: { body: result },
    },
  ],
  [
    "exportShortlist",
    "",
    {
      input: { id: "l", format: "csv" },
      calls: [["shortlists.export", "m1", "l", "csv"]],
      answer: { body: result },
    },
  ],
  ...(
    [
      [{}, null],
      [{ kind: "project" }, null],
      [{ key: "k" }, null],
      [
        { kind: "project", key: "k" },
        { kind: "project", key: "k" },
      ],
    ] as const
  ).map(([input, item]): [ConsoleOperationId, string, Case] => [
    "listShortlists",
    `asking for ${JSON.stringify(input)}`,
    { input, calls: [["shortlists.list", "m1", item]], answer: { body: { shortlists: ["l"] } } },
  ]),
];

const answers = {
  "accounts.invite": {
    secret: "s-1",
    email: "bob@example.org",
    role: "admin",
    expiresAt: "2026-03-08",
  },
  "accounts.changeRole": { email: "bob@example.org" },
  "accounts.endSessions": { email: "bob@example.org", ended: 2 },
  "accounts.removeMember": { email: "bob@example.org" },
  "records.listResourceHackathons": ["h"],
  "publishing.rollBack": "000001",
  "imports.discard": "a.csv",
  "imports.start": "a.csv",
  "imports.cancel": "a.csv",
  "imports.rejects": "{}\n",
  "shortlists.list": ["l"],
};
const usual = Object.fromEntries(cases.flatMap(([, , { calls }]) => calls.map(([name]) => [name, result])));

test.each(cases)("%s %s", async (id, _, { input, calls, answer }) => {
  const ports = recordedPorts({ ...usual, ...answers });
  expect(await ports.answer(id, input)).toEqual(answer);
  expect(ports.calls).toEqual(calls);
});

test("a member with an unverified address does not see the records imported for it", async () => {
  const { answer, calls } = recordedPorts();
  const member = { memberId: "m1", email: "ada@example.org", role: "member" as const, emailVerified: false };
  await expect(answer("getMyRecords", {}, { member })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(calls).toEqual([]);
});
