import { describe, expect, it } from "vitest";
import { applyCalibration } from "../../search/vector/calibration.ts";
import { fitEmbedder } from "./fit.ts";
import { fittedArrayNames, fittedDimensions } from "./fitted-model.ts";
import { corpusOf, demoParagraphs, fitTexts } from "./fitted-texts.case.ts";

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
const topics = [
  "payment rails settle merchant invoices",
  "light clients verify block headers",
  "soil sensors guide farm water",
];
const thirty = Array.from({ length: 30 }, (_, i) => `${topics[i % 3]} case ${i} notes`);

function expectUnitOrNull(vector: Float32Array | null): void {
  if (vector === null) return;
  expect(vector).toHaveLength(fittedDimensions);
  expect(vector.every(Number.isFinite)).toBe(true);
  expect(dot(vector, vector)).toBeCloseTo(1, 4);
}

describe("an embedder fitted to very little", () => {
  const corpora: Record<string, string[]> = {
    "no texts": [],
    "one text": [topics[0]!],
    "one word": ["payments"],
    "two texts": topics.slice(0, 2),
    "two texts that are the same": [topics[0]!, topics[0]!],
    "30 texts": thirty,
    "texts without any word": ["", "😀", "the of and", "!!!"],
    "a text among empty ones": ["", topics[1]!, ""],
  };
  for (const [name, texts] of Object.entries(corpora))
    it(`gives null or finite unit vectors: ${name}`, () => {
      const { fitted, model } = fitTexts(texts);
      for (const text of [...texts, ...topics, "unheard words only", "the of", "", "😀", "支付"])
        expectUnitOrNull(model.embedText(text));
      for (const pair of fitted.calibration.from) expect(Number.isFinite(pair)).toBe(true);
    });

  it("knows the words of its texts and those of the table that ships, but no others", () => {
    const { model } = fitTexts([`${topics[0]} zkrollupx`]);
    const none = fitTexts([]).model;
    expect(model.embedText("merchant invoices")).not.toBeNull();
    expect(model.embedText("zkrollupx")).not.toBeNull();
    expect(none.embedText("merchant invoices")).not.toBeNull();
    for (const text of ["zkrollupx", "支付"]) {
      expect(none.embedQuery(text)).toBeNull();
      expect(none.embedText(text)).toBeNull();
    }
    // Beside a known word, the parts of an unknown one count.
    expect(none.embedQuery("merchant zkrollupx")).not.toEqual(none.embedQuery("merchant"));
    expect(none.embedQuery("merchant 支付")).toEqual(none.embedQuery("merchant"));
  });

  it("counts each word of a query once, and each word of a text as often as it occurs", () => {
    const { model } = fitTexts(thirty);
    const repeated = "farm farm farm farm invoices";
    expect(model.embedQuery(repeated)).toEqual(model.embedQuery("farm invoices"));
    const farm = model.embedText("farm")!;
    expect(dot(model.embedText(repeated)!, farm)).toBeGreaterThan(
      dot(model.embedQuery(repeated)!, farm) + 0.05,
    );
  });

  it("tells words of one stem apart in a text, and gives their mean to the stem's term", () => {
    const { model } = fitTexts([...thirty, "universal", "universal", "universal", "university"]);
    const [universal, university] = ["universal", "university"].map((word) => model.embedText(word)!);
    const term = model.embedTerms([model.dictionary.find("univers")])!;
    expect(dot(universal!, university!)).toBeLessThan(0.9);
    expect(dot(term, universal!)).toBeGreaterThan(dot(term, university!));
    expect(dot(term, university!)).toBeGreaterThan(dot(universal!, university!));
  });

  it("finds what a query means by words that no text holds", () => {
    const { model } = fitTexts(thirty);
    const query = model.embedQuery("shopkeepers bills")!;
    const near = dot(query, model.embedText(thirty[0]!)!);
    for (const other of [1, 2]) expect(near).toBeGreaterThan(dot(query, model.embedText(thirty[other]!)!));
  });

  it("distinguishes the topics of 30 texts", () => {
    const { model } = fitTexts(thirty);
    const query = model.embedQuery("merchant payment")!;
    const near = dot(query, model.embedText(thirty[0]!)!);
    for (const other of [1, 2]) expect(near).toBeGreaterThan(dot(query, model.embedText(thirty[other]!)!));
  });
});

describe("the weight of the latent half", () => {
  const shareOf = (texts: readonly string[], projects: number) =>
    fitEmbedder(corpusOf(texts, projects)).arrays.split[0]!;

  it("is a tenth where a twentieth of the texts are projects, and more the fewer are", () => {
    const texts = Array.from({ length: 60 }, (_, i) => thirty[i % 30]!);
    const [none, one, three, all] = [0, 1, 3, 60].map((projects) => shareOf(texts, projects)) as [
      number,
      number,
      number,
      number,
    ];
    expect([all, three]).toEqual([three, Math.fround(0.1)]);
    expect(one).toBeGreaterThan(three);
    expect(none).toBeGreaterThan(one);
  });

  it("in an archive grows with its texts up to two fifths", () => {
    const many = Array.from({ length: 1_200 }, (_, i) => `${topics[i % 3]} ${i % 7}`);
    expect(shareOf(many.slice(0, 300), 0)).toBeLessThan(shareOf(many.slice(0, 600), 0));
    expect(shareOf(many, 0)).toBe(Math.fround(0.4));
  });

  it("does not depend on projects where the table has few of the words", () => {
    const foreign = Array.from({ length: 60 }, (_, i) => `zzkorvak qqlimtor vvbaskun xxdremol ${i % 4}qzz`);
    expect(shareOf(foreign, 60)).toBe(shareOf(foreign, 0));
    expect(shareOf(foreign, 60)).toBeGreaterThan(0.2);
  });
});

describe("an embedder fitted to the demo's archive", () => {
  const paragraphs = demoParagraphs();
  const texts = paragraphs.map(({ text }) => text);
  const { fitted, model } = fitTexts(texts);
  const vectors = texts.map((text) => model.embedText(text)!);

  it("comes out the same, byte for byte, from the same texts", () => {
    const again = fitEmbedder(corpusOf(texts));
    for (const name of fittedArrayNames)
      expect(
        Buffer.from(again.arrays[name].buffer).equals(Buffer.from(fitted.arrays[name].buffer)),
        name,
      ).toBe(true);
    expect(again.calibration).toEqual(fitted.calibration);
  });

  it("puts passages of one document nearer to one another than those of different documents", () => {
    const own: number[] = [];
    const other: number[] = [];
    vectors.forEach((vector, i) => {
      for (let j = i + 1; j < vectors.length; j += 3)
        (paragraphs[i]!.document === paragraphs[j]!.document ? own : other).push(dot(vector, vectors[j]!));
    });
    const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
    expect(mean(own)).toBeGreaterThan(mean(other) + 0.1);
  });

  it("finds a passage by a few of its words, nearly always among the first ten", () => {
    let found = 0;
    let asked = 0;
    for (let i = 0; i < texts.length; i += 7) {
      const words = texts[i]!.split(/\s+/);
      const query = model.embedQuery(words.slice(words.length >> 1, (words.length >> 1) + 8).join(" "));
      if (!query) continue;
      asked++;
      const own = dot(query, vectors[i]!);
      if (vectors.filter((vector) => dot(query, vector) > own).length < 10) found++;
    }
    expect(asked).toBeGreaterThan(15);
    expect(found / asked).toBeGreaterThan(0.8);
  });

  it("calibrates so that unrelated passages stay low", () => {
    const similarities = vectors
      .map((vector, i) => {
        const far = (i + (vectors.length >> 1)) % vectors.length;
        return applyCalibration(fitted.calibration, dot(vector, vectors[far]!));
      })
      .sort((x, y) => x - y);
    expect(similarities[similarities.length >> 1]!).toBeLessThan(0.3);
  });

  it("treats a text that repeats a word two hundred thousand times like any other", () => {
    expectUnitOrNull(model.embedText("payment ".repeat(200_000)));
  });
});
