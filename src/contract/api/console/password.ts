/** Passwords: length is the only rule; rules about character classes lead to worse passwords. */
import { codePoints } from "../../values/text.ts";

/** In Unicode code points; so is the next. */
export const shortestPassword = 10;
export const longestPassword = 200;

/** A new password. */
export const newPasswordSchema = codePoints({ min: shortestPassword, max: longestPassword });

/** A password to check: a wrong one gets the same response whatever its form. */
export const givenPasswordSchema = codePoints({ min: 1, max: longestPassword });
