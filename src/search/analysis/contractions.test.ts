import { expect, it } from "vitest";
import { withApostrophes } from "./contractions.ts";

it("contractions get the apostrophe back that was left out; no other word changes", () => {
  expect(withApostrophes("do things that dont scale")).toBe("do things that don't scale");
  expect(withApostrophes("whats wrong with thats")).toBe("what's wrong with that's");
  expect(withApostrophes("Cant, wont and ISNT")).toBe("Can't, won't and ISn't");
  for (const text of ["don't", "font", "want", "rant about paint", "donts"])
    expect(withApostrophes(text)).toBe(text);
});
