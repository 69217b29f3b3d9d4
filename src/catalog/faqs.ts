/** Frequently asked questions with their answers, in the order of their first import. */
import type { FaqLink, FaqRecord } from "../contract/api/faqs.ts";
import { canonicalJson } from "../digest/content-digest.ts";
import type { Changes } from "./changes.ts";
import type { Outcome } from "./outcome.ts";
import type { CatalogDb } from "./tables.ts";

export interface CatalogFaq extends FaqRecord {
  /** The answer's links, in order. */
  links: FaqLink[];
}

export async function listFaqs(db: CatalogDb): Promise<CatalogFaq[]> {
  const rows = await db.selectFrom("faq").select("record").orderBy("position").execute();
  return rows.map(({ record }) => JSON.parse(record) as CatalogFaq);
}

/** Inserts the FAQ at the end, or replaces the one with its program and id in place. */
export async function saveFaq(db: CatalogDb, faq: CatalogFaq, changes: Changes): Promise<Outcome> {
  const record = canonicalJson(faq);
  const { program, id } = faq;
  const now = await db
    .selectFrom("faq")
    .select("record")
    .where("program", "=", program)
    .where("id", "=", id)
    .executeTakeFirst();
  if (now?.record === record) return "unchanged";
  if (now === undefined) {
    const last = await db
      .selectFrom("faq")
      .select(({ fn }) => fn.max("position").as("position"))
      .executeTakeFirst();
    const position = Number(last?.position ?? -1) + 1;
    await db.insertInto("faq").values({ program, id, position, record }).execute();
  } else {
    await db.updateTable("faq").set({ record }).where("program", "=", program).where("id", "=", id).execute();
  }
  changes.mark();
  return now === undefined ? "inserted" : "updated";
}

/** `key` is `<program>/<id>`. False when there was nothing to delete. */
export async function deleteFaq(db: CatalogDb, key: string, changes: Changes): Promise<boolean> {
  const slash = key.indexOf("/");
  const [program, id] = [key.slice(0, Math.max(0, slash)), key.slice(slash + 1)];
  const { numDeletedRows } = await db
    .deleteFrom("faq")
    .where("program", "=", program)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) changes.mark();
  return numDeletedRows > 0n;
}
