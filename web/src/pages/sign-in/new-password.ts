/** The length rule for new passwords, as in src/contract/api/console/password.ts. */
export const shortest = 10;
export const longest = 200;

/** Counts code points, as the service does. Null: valid. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < shortest) return `At least ${shortest} characters, please.`;
  return length > longest ? `At most ${longest} characters, please.` : null;
}

export const passwordHint = `At least ${shortest} characters. A few words that belong together are easy to keep.`;
