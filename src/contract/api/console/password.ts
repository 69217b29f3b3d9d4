/** Passwords: length is the only rule; rules about kinds of characters make people choose worse ones. */
import { codePoints } from "../../values/text.ts";

/** In Unicode code points, as the next. */
export const shortestPassword = 10;
export const longestPassword = 200;

/** A password that is being chosen. */
export const newPasswordSchema = codePoints({ min: shortestPassword, max: longestPassword });

/** A password that is being checked: whatever it is, the answer to a wrong one is the same. */
export const givenPasswordSchema = codePoints({ min: 1, max: longestPassword });
