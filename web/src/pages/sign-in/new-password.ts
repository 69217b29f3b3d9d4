/** The length rule for new passwords, as in src/contract/api/console/password.ts. */
export const shortest = 10;
export const longest = 200;

/** Counts code points, as the service does. Null: valid. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < shortest) return `At least ${shortest} characters.`;
  return length > longest ? `At most ${longest} characters.` : null;
}

export const passwordHint = `At least ${shortest} characters. A phrase of a few words is easy to remember.`;
