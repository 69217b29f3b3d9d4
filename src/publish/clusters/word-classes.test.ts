import { expect, it } from "vitest";
import { isVerb } from "./word-classes.ts";

it.each(["realized", "realised", "organising", "analyses", "analyzing", "stopped", "carries"])(
  "takes %s for a verb, in British and American spelling",
  (word) => {
    expect(isVerb(word)).toBe(true);
  },
);

it.each(["trading", "advertising", "organisation", "tokenization", "exercise"])(
  "does not take the noun %s for a verb",
  (word) => {
    expect(isVerb(word)).toBe(false);
  },
);
