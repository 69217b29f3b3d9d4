/** The one rule for a password that is being chosen, as src/contract/api/console/password.ts has it. */
export const shortest = 10;
export const longest = 200;

/** In code points, as the service counts. Null: it will do. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < shortest) return `At least ${shortest} characters, please.`;
  return length > longest ? `At most ${longest} characters, please.` : null;
}

export const passwordHint = `At least ${shortest} characters. A few words that belong together are easy to keep.`;
