import fc from "fast-check";
import { expect, it } from "vitest";
import { UsualForms } from "./usual-forms.ts";

/** Of `count` tokens, those that are more than half; one of them otherwise. */
function majority(tokens: readonly string[]): string | undefined {
  return tokens.find((token) => 2 * tokens.filter((other) => other === token).length > tokens.length);
}

it("are what more than half of the first 255 tokens of a term are, else one of its tokens", () => {
  const token = fc.record({ term: fc.nat(3), token: fc.constantFrom("run", "runs", "running") });
  fc.assert(
    fc.property(fc.array(token, { maxLength: 700, size: "max" }), (tokens) => {
      const usual = new UsualForms();
      const numbers = new Map<number, number>();
      const ofTerm: string[][] = [];
      for (const { term, token } of tokens) {
        const number = numbers.get(term) ?? numbers.size;
        numbers.set(term, number);
        usual.count(number, token);
        ofTerm[number] = [...(ofTerm[number] ?? []), token];
      }
      expect(usual.forms).toHaveLength(numbers.size);
      usual.forms.forEach((form, number) => {
        const voters = ofTerm[number]!.slice(0, 255);
        expect(voters).toContain(form);
        expect(form).toBe(majority(voters) ?? form);
      });
    }),
    { numRuns: 50 },
  );
});

it("do not depend on later tokens, and grow with the number of terms", () => {
  const usual = new UsualForms();
  for (let term = 0; term < 3_000; term++) {
    for (let i = 0; i < 128; i++) usual.count(term, `most ${term}`);
    for (let i = 0; i < 300; i++) usual.count(term, `later ${term}`);
  }
  expect(usual.forms).toEqual(Array.from({ length: 3_000 }, (_, term) => `most ${term}`));
});
