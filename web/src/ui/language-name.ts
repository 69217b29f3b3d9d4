const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** `pt-BR` → `Brazilian Portuguese`; `und`, and a tag that browsers do not know, as something to read. */
export function languageName(tag: string): string {
  if (tag === "und") return "Unknown language";
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
