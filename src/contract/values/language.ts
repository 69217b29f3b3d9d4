/** Language tags (BCP 47). */

/** Where the language of a text cannot be detected. */
export const UNDETERMINED = "und";

const MAX_TAG = 35;

/** In its usual spelling, `pt_br` as `pt-BR`; null for what is not a tag, and for those that say nothing. */
export function languageTag(text: string): string | null {
  const written = text.trim().replaceAll("_", "-");
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(written) || written.length > MAX_TAG) return null;
  try {
    const [tag] = Intl.getCanonicalLocales(written);
    return tag === undefined || /^(?:und|mul|zxx)\b/.test(tag) ? null : tag;
  } catch {
    return null;
  }
}
