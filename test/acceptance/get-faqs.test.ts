/** GET /faqs: the demo's thirty. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OperationOutput } from "../../src/contract/api/operations.ts";
import { demoFaqs } from "./harness/demo-guides.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

const service = useService();
const ask = (query: object = {}) =>
  service().get("getFaqs", { search: new URLSearchParams(Object.entries(query)).toString() });
const programs = ["hackathon", "eternal", "accelerator", "stamp"] as const;
const idsOf = ({ faqs }: OperationOutput<"getFaqs">) => faqs.map(({ id }) => id);
const demoIds = (program: string) => demoFaqs.filter((faq) => faq.program === program).map(({ id }) => id);
const counts = programs.map((program) => ({ program, count: demoIds(program).length }));

describe("200", () => {
  it("lists all of them, by program, as in the file", async () => {
    const all = await ask();
    expect(idsOf(all)).toEqual(programs.flatMap(demoIds));
    expect(all.faqs).toHaveLength(30);
    for (const [index, faq] of all.faqs.entries())
      expect(faq).toMatchObject({
        ...demoFaqs[index],
        answer: demoFaqs[index]!.answer.trim(),
        answerFormat: "markdown",
      });
    expect(all.programs).toEqual(counts);
    expect(all.query).toEqual({ matched: 30 });
    expect(all.source.kind).toBe("file");
    expect(new Set(all.faqs.map(({ contentRevision }) => contentRevision)).size).toBe(30);
  });

  it("returns each link of an answer", async () => {
    for (const { answer, links } of (await ask()).faqs) {
      const written = [...answer.replaceAll("\n", " ").matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
      expect(links).toEqual(written.map(([, label, url]) => ({ label, url })));
    }
  });

  it("lists one program, with the counts of all", async () => {
    for (const program of programs) {
      const some = await ask({ program });
      expect(idsOf(some)).toEqual(demoIds(program));
      expect(some.programs).toEqual(counts);
      expect(some.query).toEqual({ program, matched: demoIds(program).length });
    }
  });

  it("carries the dates of the hackathon started last exactly when one is about hackathons", async () => {
    for (const query of [{}, { program: "hackathon" }, { q: "judges" }])
      expect((await ask(query)).eventDates?.hackathonSlug).toBe("northwind-2025");
    for (const query of [{ program: "accelerator" }, { program: "hackathon", q: "zeppelin" }, { q: "visa" }])
      expect((await ask(query)).eventDates).toBeNull();
  });

  it("finds by keyword, hits in the question before hits in the answer", async () => {
    const term = /\bteams?\b/i;
    const found = await ask({ q: "Teams" });
    const inQuestion = demoFaqs.filter(({ question }) => term.test(question));
    const inAnswer = demoFaqs.filter(({ question, answer }) => !term.test(question) && term.test(answer));
    expect(inQuestion.length * inAnswer.length).toBeGreaterThan(0);
    expect(new Set(idsOf(found).slice(0, inQuestion.length))).toEqual(
      new Set(inQuestion.map(({ id }) => id)),
    );
    expect(new Set(idsOf(found))).toEqual(new Set([...inQuestion, ...inAnswer].map(({ id }) => id)));
    expect(found.query).toEqual({ q: "Teams", matched: found.faqs.length });
  });

  it("finds the right FAQ first for natural questions", async () => {
    const asked: [string, string][] = [
      ["when do I get the prize money", "prize-payment"],
      ["can I change my submission after the deadline", "late-submission"],
      ["do I need to incorporate a company first", "need-a-company"],
      ["is chatgpt or a coding assistant allowed", "ai-tools"],
      ["find team members", "find-a-team"],
      ["who owns the code", "intellectual-property"],
    ];
    for (const [q, id] of asked) expect([q, idsOf(await ask({ q }))[0]]).toEqual([q, id]);
    expect(idsOf(await ask({ q: "prize", program: "eternal" }))[0]).toBe("eternal-prizes");
  });

  it("is empty when nothing matches", async () => {
    expect(await ask({ q: "zeppelin", program: "stamp" })).toMatchObject({
      faqs: [],
      query: { q: "zeppelin", program: "stamp", matched: 0 },
    });
  });

  it("shows an import and a removal immediately, and changes only their revisions", async () => {
    const before = await ask();
    const file = join(service().data, "faqs.json");
    const changed = { ...demoFaqs[1]!, answer: "From one to seven." };
    await writeFile(file, JSON.stringify({ faqs: [demoFaqs[0], changed] }));
    await priorart(service().data, "import", "faqs", file);
    const after = await ask();
    expect(idsOf(after)).toEqual(idsOf(before));
    const moved = after.faqs.filter(
      (faq, index) => faq.contentRevision !== before.faqs[index]!.contentRevision,
    );
    expect(moved.map(({ answer }) => answer)).toEqual(["From one to seven."]);
    expect(after.source.revision).not.toBe(before.source.revision);
    await priorart(service().data, "remove", "faq", `${changed.program}/${changed.id}`);
    expect(idsOf(await ask())).toEqual(idsOf(before).filter((id) => id !== changed.id));
  });
});

describe("400", () => {
  it("names the field and the rule", async () => {
    const rows: [string, string][] = [
      ["program=other", "program: must be one of hackathon, eternal, accelerator, stamp"],
      ["program=", "program: must be one of"],
      ["program=stamp&program=eternal", "program: must be one of"],
      ["q=a", "q: at least 2"],
      ["q=%20a%20", "q: at least 2"],
      [`q=${"a".repeat(201)}`, "q: at most 200"],
    ];
    for (const [search, message] of rows) {
      const answer = await service().refusal("getFaqs", { search });
      expect([search, ...outcome(answer)]).toEqual([search, 400, "INVALID_QUERY"]);
      expect(answer.error).toContain(message);
    }
    expect((await ask({ q: "a".repeat(200) })).faqs).toEqual([]);
  });
});

describeRefusals({ service, id: "getFaqs", valid: {} });
