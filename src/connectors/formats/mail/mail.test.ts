import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "../content.case.ts";
import { parse } from "../parse.ts";
import { mboxOf } from "./mail.case.ts";
import { ownText } from "./own-text.ts";
import { type MessagePlace, splitMbox } from "./split-mbox.ts";
import { threadsOf } from "./threads.ts";

const read = (bytes: string | Buffer) => parse(contentOf("mbox", bytes, { name: "lists/2024-05.mbox" }));
const split = async (pieces: Buffer[]) => {
  const places: MessagePlace[] = [];
  for await (const place of splitMbox(pieces)) places.push(place);
  return places;
};

describe("an mbox", () => {
  it("becomes one document for each thread, with its messages in order", async () => {
    const mbox = mboxOf([
      {
        id: "a",
        subject: "[fees] Markets",
        from: "Ada <ada@example.org>",
        date: "Wed, 01 May 2024 10:00:00 +0000",
        body: "What are fees?",
      },
      {
        id: "x",
        subject: "Another",
        from: "eve@example.org",
        body: "Else.\n-- \nEve",
        headers: "Archived-At: <https://lists.example.org/x>",
      },
      {
        id: "b",
        subject: "Re: [fees] Markets",
        from: "=?utf-8?q?Gr=C3=A4ce?= <g@example.org>",
        date: "Thu, 02 May 2024 10:00:00 +0000",
        references: ["a"],
        body: "On 1 May 2024, Ada wrote:\n> What are fees?\n\nA price.",
      },
    ]);
    expect(await read(mbox)).toEqual([
      {
        part: "a@example.org",
        title: "[fees] Markets",
        author: "Ada",
        url: null,
        publishedAt: "2024-05-01T10:00:00Z",
        content: "### Ada, 2024-05-01\n\nWhat are fees?\n\n### Gräce, 2024-05-02\n\nA price.",
      },
      {
        part: "x@example.org",
        title: "Another",
        author: "eve",
        url: "https://lists.example.org/x",
        publishedAt: null,
        content: "### eve\n\nElse.",
      },
    ]);
  });

  it("has its encodings decoded, HTML as Markdown, quoted From lines as written, attachments left out", async () => {
    const html = mboxOf([
      { id: "a", body: "<p>Some <b>text</b></p><script>x()</script>", headers: "Content-Type: text/html" },
    ]);
    expect((await read(html))[0]!.content).toContain("Some **text**");
    const parts =
      "--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\ncaf=E9\n>From here\n--b\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\nUEsDBA==\n--b--";
    const mixed = mboxOf([{ id: "a", body: parts, headers: "Content-Type: multipart/mixed; boundary=b" }]);
    expect((await read(mixed))[0]!.content).toBe("### Ada\n\ncafé\nFrom here");
  });

  it("has the names of authors, not their addresses, however they are written", async () => {
    const authors = async (from: string) =>
      (await read(mboxOf([{ id: "a", from, body: "Text." }])))[0]!.author;
    expect(await authors("ada at example.org (Ada =?iso-8859-1?Q?L=F6ve?=)")).toBe("Ada Löve");
    expect(await authors("ada at example.org")).toBe("ada");
    expect(await authors("ada@example.org (Ada)")).toBe("Ada");
    expect(await authors("Ada at work <ada@example.org>")).toBe("Ada at work");
  });

  it("has the text of messages that OpenPGP signed", async () => {
    const body =
      "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nText.\n\n- - a point\n- -- \nAda\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----";
    const [document] = await read(mboxOf([{ id: "a", body }]));
    expect(document!.content).toBe("### Ada\n\nText.\n\n- a point");
  });

  it("drops dates in the future, and keeps a message that holds only quoted text out", async () => {
    const mbox = mboxOf([
      { id: "a", date: "Wed, 01 May 2999 10:00:00 +0000", body: "Text." },
      { id: "b", references: ["a"], body: "> Text." },
    ]);
    expect(await read(mbox)).toMatchObject([{ publishedAt: null, content: "### Ada\n\nText." }]);
  });

  it("that is none is refused; an empty one has no documents", async () => {
    await expect(read("Dear Ada,\n\nFrom here on 12 things.")).rejects.toThrow("is not an mbox");
    expect(await read("\n")).toEqual([]);
  });

  it("keeps readable messages beside one that cannot be read", async () => {
    let nested = "x";
    for (let depth = 0; depth < 60; depth++)
      nested = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested}\n--b${depth}--`;
    const [headers, ...body] = nested.split("\n\n");
    const mbox = mboxOf([
      { id: "a", headers, body: body.join("\n\n") },
      { id: "b", references: ["a"], body: "Text." },
    ]);
    expect((await read(mbox))[0]!.content).toContain("Text.");
  });
});

it("a reply without references joins its thread however its subject is encoded", async () => {
  const mbox = mboxOf([
    { id: "a", subject: "=?utf-8?B?Q2Fmw6k=?=", body: "One." },
    { id: "b", subject: "=?iso-8859-1?Q?Re=3A_Caf=E9?=", body: "Two." },
  ]);
  expect(await read(mbox)).toMatchObject([{ part: "a@example.org", title: "Café" }]);
});

describe("the messages of an mbox", () => {
  it("are found wherever the stream is divided", async () => {
    const bodies = [
      "One\n\nFrom here on, 12:30 of 2024 lines\n",
      "Two\r\n\r\nFrom\n",
      `${"long ".repeat(900)}\n`,
      "",
    ];
    const mbox = Buffer.from(
      `leading\n\n${mboxOf(bodies.map((body, n) => ({ id: `m${n}`, body: body.replace(/^From /gm, ">From ") })))}`,
    );
    const expected = await split([mbox]);
    expect(expected.map(({ id }) => id)).toEqual(bodies.map((_, n) => `m${n}@example.org`));
    for (const { start, length } of expected) {
      const text = mbox.subarray(start, start + length).toString();
      expect(text).toMatch(/^From /);
      expect(text.match(/^Message-ID/gm)).toHaveLength(1);
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(mbox.length), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), mbox.length];
        const pieces = places.slice(1).map((end, n) => mbox.subarray(places[n], end));
        expect(await split(pieces)).toEqual(expected);
      }),
    );
  });
});

describe("threads", () => {
  const message = (id: string, references: string[] = [], subject = "") => ({
    id,
    references,
    subject: subject.replace("Re: ", ""),
    isReply: subject.startsWith("Re: "),
  });

  it("hold what refers to the same message, also when it is missing or comes later", () => {
    const ids = (messages: Parameters<typeof threadsOf>[0]) =>
      threadsOf(messages).map((thread) => [thread.id, thread.messages.map(({ id }) => id)]);
    expect(
      ids([message("b", ["a"]), message("c", ["a"]), message("d"), message("a"), message("b", ["z"])]),
    ).toEqual([
      ["b", ["b", "c", "a"]],
      ["d", ["d"]],
    ]);
    expect(
      ids([
        message("a", [], "fees"),
        message("b", [], "Re: fees"),
        message("c", [], "fees"),
        message("d", [], "Re: x"),
      ]),
    ).toEqual([
      ["a", ["a", "b"]],
      ["c", ["c"]],
      ["d", ["d"]],
    ]);
  });

  it("are the connected messages, each once, and the same for a thread alone", () => {
    const id = fc.constantFrom(..."abcdefgh");
    const one = fc.record({
      id,
      references: fc.array(id, { maxLength: 3 }),
      subject: fc.constantFrom("", "s", "t"),
      isReply: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (messages) => {
        const threads = threadsOf(messages);
        const all = threads.flatMap((thread) => thread.messages.map((each) => each.id));
        expect([...all].sort()).toEqual([...new Set(messages.map((each) => each.id))].sort());
        for (const thread of threads) {
          expect(threadsOf(thread.messages)).toEqual([thread]);
          for (const other of threads)
            if (other !== thread)
              for (const { references } of thread.messages)
                expect(other.messages.some((each) => references.includes(each.id))).toBe(false);
        }
      }),
    );
  });

  it("are found among 100,000 messages that answer each other", () => {
    const messages = Array.from({ length: 100_000 }, (_, n) =>
      message(String(n), n % 1_000 === 0 ? [] : [String(n - 1)]),
    );
    const threads = threadsOf(messages);
    expect(threads).toHaveLength(100);
    expect(threads[7]!.messages).toHaveLength(1_000);
  });
});

describe("own text", () => {
  it.each([
    ["Hello.\n\nOn Wed, 1 May 2024 at 10:00, Ada <ada@example.org> wrote:\n> Old.\n>> Older.", "Hello."],
    [
      "On Wed, 1 May 2024 at 10:00, Ada Lovelace\n<ada@example.org> wrote:\n\n> One?\nYes.\n> Two?\nNo.",
      "Yes.\nNo.",
    ],
    ["Text.\n-- \nAda\nAnalyst", "Text."],
    ["Text.\n\n-----Original Message-----\nFrom: Eve\n\nOld.", "Text."],
    ["Text.\n\nFrom: Eve <e@example.org>\nSent: Monday\nTo: Ada\nSubject: Fees\n\nOld.", "Text."],
    [`Text.\n${"_".repeat(47)}\nfees mailing list\nhttps://lists.example.org/fees`, "Text."],
    [
      `Text.\n${"_".repeat(47)}\nMore text\n`.repeat(10),
      `${`Text.\n${"_".repeat(47)}\nMore text\n`.repeat(10).trim()}`,
    ],
    ["He wrote:\n\nnothing.", "He wrote:\n\nnothing."],
    ["a > b\n\n- - -\nFrom: here on\nit holds.", "a > b\n\n- - -\nFrom: here on\nit holds."],
    ["Ada schrieb:\n> Alt.\n\nNeu.", "Neu."],
    ["> Only quoted.", ""],
    ["At 09:02 AM, Tim said:\n\n[...]\n\n    > Indented.\n\nNew.", "New."],
    ["He said:\n[...]\nand left.", "He said:\n[...]\nand left."],
  ])("of %j is %j", (text, own) => {
    expect(ownText(text)).toBe(own);
  });

  it("keeps every line that is not quoted, at any depth of quoting, and no quoted one", () => {
    const line = fc.tuple(fc.nat(4), fc.stringMatching(/^[a-z]{1,10}( [a-z]{1,10}){0,4}$/));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines
          .map(([depth, words]) => `${">".repeat(depth)}${depth > 0 ? " " : ""}${words}`)
          .join("\n");
        const own = lines.flatMap(([depth, words]) => (depth === 0 ? [words] : []));
        fc.pre(!own.some((words) => /(?:wrote|writes|said|schrieb|schreef|skrev)$/.test(words)));
        expect(ownText(text).split("\n")).toEqual(own.length === 0 ? [""] : own);
      }),
    );
  });
});
