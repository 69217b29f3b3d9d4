import { z } from "zod";
import { AccountError } from "./types.ts";

const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** The normal form of an address, under which accounts are stored. Throws AccountError when it is malformed. */
export function normalEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success)
    throw new AccountError(
      `email: ${JSON.stringify(text.slice(0, 80))} is not an e-mail address of at most 254 characters; ` +
        "give one such as ada@example.org",
    );
  return parsed.data;
}
