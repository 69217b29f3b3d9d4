import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { type SearchableFaq, searchFaqs } from "./search-faqs.ts";

const faq = (question: string, answer = "") => ({ question, answer });
const found = (q: string, ...faqs: SearchableFaq[]) => searchFaqs(faqs, q).map(({ question }) => question);

/** Naive oracle: compares each pair of FAQs by the rule. */
function naive(faqs: readonly SearchableFaq[], q: string): SearchableFaq[] {
  const plain = (text: string) => tokenize(text).map((token) => token.text);
  const terms = analyze(q).length > 0 ? analyze : plain;
  const keywords = terms(q).filter((term, index, all) => all.indexOf(term) === index);
  const weigh = (text: string) => {
    let sum = 0;
    for (const keyword of keywords) {
      if (!terms(text).includes(keyword)) continue;
      let holding = 0;
      for (const one of faqs) if (terms(`${one.question}\n${one.answer}`).includes(keyword)) holding++;
      sum += Math.log(1 + faqs.length / holding);
    }
    return sum;
  };
  const hits = faqs.filter(({ question, answer }) => weigh(question) > 0 || weigh(answer) > 0);
  const before = (a: SearchableFaq, b: SearchableFaq) => {
    if (weigh(a.question) !== weigh(b.question)) return weigh(a.question) > weigh(b.question);
    if (weigh(a.answer) !== weigh(b.answer)) return weigh(a.answer) > weigh(b.answer);
    return hits.indexOf(a) < hits.indexOf(b);
  };
  const place = (one: SearchableFaq) => hits.filter((other) => before(other, one)).length;
  return hits.map((_, index) => hits.find((one) => place(one) === index)!);
}

describe("searchFaqs", () => {
  it("ranks like comparing every pair by the rule", () => {
    const word = fc.constantFrom(
      "team",
      "Teams",
      "the",
      "how",
      "prize",
      "video",
      "vidéo",
      "videos",
      "支付",
      "z",
    );
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
    const faqs = fc.array(fc.record({ question: text, answer: text }), { maxLength: 6 });
    fc.assert(
      fc.property(faqs, text, (list, q) => {
        const ranked = searchFaqs(list, q);
        const expected = naive(list, q);
        expect(ranked.map((one) => list.indexOf(one))).toEqual(expected.map((one) => list.indexOf(one)));
      }),
      { numRuns: 300 },
    );
  });

  it("ranks a hit in the question above any number of hits in the answer", () => {
    const inAnswer = faq("Dates", "Prize, video, team: all about the prize, the video and the team.");
    expect(found("prize video team", inAnswer, faq("Is there a prize?"))).toEqual([
      "Is there a prize?",
      "Dates",
    ]);
  });

  it("finds other forms of a word, ignoring case and accents", () => {
    expect(found("SUBMITTING", faq("May I submit late?"), faq("Who judges?"))).toEqual([
      "May I submit late?",
    ]);
    expect(found("vidéos", faq("How long is the video?"))).toHaveLength(1);
  });

  it("weights a rare keyword more than a common one", () => {
    const faqs = [faq("team one"), faq("team two"), faq("visa letter"), faq("team three")];
    expect(found("team visa", ...faqs)).toEqual(["visa letter", "team one", "team two", "team three"]);
  });

  it("ignores stop words, unless there are only stop words", () => {
    expect(found("how do the prizes", faq("How do I?"), faq("Prizes"))).toEqual(["Prizes"]);
    expect(found("how do", faq("How do I?"), faq("Prizes"))).toEqual(["How do I?"]);
  });

  it("returns nothing when nothing matches", () => {
    for (const q of ["zeppelin", "??", "🦆🦆"]) expect(found(q, faq("Prizes", "Many."))).toEqual([]);
    expect(searchFaqs([], "prizes")).toEqual([]);
  });
});
