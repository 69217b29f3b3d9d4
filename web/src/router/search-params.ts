/**
 * The query of an address: `query=a+b&hackathons=x,y&winnersOnly=true`. Lists are comma-separated (a comma within a value
 * is %2C); repeated names are accepted. Defaults and empty values are left out.
 */
export type RawSearch = Record<string, unknown>;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // A lone % is itself.
    return text;
  }
};

/** A name's value is a string, or a list of strings where it contains a comma or was given more than once. */
export function parseSearch(query: string): RawSearch {
  const found = new Map<string, string[]>();
  for (const pair of query.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decoded(at < 0 ? pair : pair.slice(0, at));
    const values = at < 0 ? [""] : pair.slice(at + 1).split(",");
    found.set(name, [...(found.get(name) ?? []), ...values.map(decoded)]);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
}

const encoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%3A", ":");

export function stringifySearch(search: RawSearch): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter(
      (one) => one !== undefined && one !== null && one !== "" && one !== false,
    );
    return values.length === 0 ? [] : [`${encoded(name)}=${values.map(encoded).join(",")}`];
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** A text, as written: commas did not separate anything in it. */
export function asText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : undefined;
  return text === "" ? undefined : text;
}

/** A list without duplicates or empty values; undefined when there is none. */
export function asList(value: unknown): string[] | undefined {
  const values = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  );
  return values.length === 0 ? undefined : [...new Set(values as string[])];
}

/** As `asList`, for keys, which contain no comma: programs that encode the separating commas are understood too. */
export const asKeys = (value: unknown): string[] | undefined =>
  asList((asList(value) ?? []).flatMap((one) => one.split(",").map((key) => key.trim())));

export const asFlag = (value: unknown): true | undefined =>
  value === true || value === "true" || value === "1" ? true : undefined;

/** A whole number from 1 (0 and everything else are the default). */
export function asCount(value: unknown): number | undefined {
  const number = typeof value === "number" ? value : /^\d{1,9}$/.test(String(value)) ? Number(value) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Values that leave a field at its default. */
const defaults: ReadonlySet<string> = new Set(["", "false", "0", "docs"]);

/** What of the named fields of an address was not understood, as `name=value`. `read`: what was. */
export function ignoredFields(raw: RawSearch, read: RawSearch, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const kept = read[name];
    if (Array.isArray(kept)) {
      const given = (asList(raw[name]) ?? []).flatMap((one) => (kept.includes(one) ? [] : one.split(",")));
      return given.flatMap((one) =>
        kept.includes(one.trim()) || one.trim() === "" ? [] : [`${name}=${one}`],
      );
    }
    const value = String(Array.isArray(raw[name]) ? raw[name].join(",") : (raw[name] ?? ""));
    return kept === undefined && !defaults.has(value.trim()) ? [`${name}=${value}`] : [];
  });
}

/** One of the choices. */
export const asChoice = <Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value);
