import { expect, it } from "vitest";
import { termOf } from "../analysis/analyzer.ts";
import { isForm, withoutForms } from "./document-forms.ts";

it("words for the form of a document are left out, unless nothing else is there", () => {
  expect(withoutForms("Paul Graham essay, do things that don't scale")).toBe(
    "Paul Graham , do things that don't scale",
  );
  expect(withoutForms("blog posts on verkle trees")).toBe("on verkle trees");
  for (const query of ["essay", "talks", "postal votes", "post-quantum", ""])
    expect(withoutForms(query)).toBe(query);
});

it("are recognised as index terms, too", () => {
  for (const word of ["essays", "Articles", "podcast"])
    expect(isForm(termOf(word.toLowerCase())!)).toBe(true);
  for (const word of ["wallet", "post", "talk", "paper"]) expect(isForm(termOf(word)!)).toBe(false);
});
