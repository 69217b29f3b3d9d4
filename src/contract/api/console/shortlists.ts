/** Shortlists: projects and documents that members collect into named lists. */
import { z } from "zod";
import { uuidSchema } from "../../values/keys.ts";
import { codePoints } from "../../values/text.ts";

/** Per member. */
export const maxShortlists = 200;
/** Per list. */
export const maxItems = 1_000;
/** Per request: as many as the console's size limit of a body allows. */
const maxItemsAtOnce = 100;

const nameSchema = codePoints({ min: 1, max: 80, trim: true });
const notesSchema = codePoints({ max: 2_000, trim: true });
const itemNoteSchema = codePoints({ max: 500, trim: true });
const slugSchema = codePoints({ min: 1, max: 200 });

export const itemKinds = ["project", "document"] as const;

/** What is collected: a project by its slug, a document by its id. */
const itemKeySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("project"), key: slugSchema }),
  z.object({ kind: z.literal("document"), key: uuidSchema.toLowerCase() }),
]);
const itemKeysSchema = z.array(itemKeySchema).min(1).max(maxItemsAtOnce);

export const shortlistSchema = z.object({
  id: z.string(),
  name: z.string(),
  notes: z.string(),
  itemCount: z.int().min(0).max(maxItems),
  shareId: z
    .string()
    .nullable()
    .describe("the id under which other members may read it; null: not shared, or not yours"),
  createdAt: z.string(),
  updatedAt: z.string().describe("of the list, its items or their notes"),
});

export const shortlistItemSchema = z.object({
  kind: z.enum(itemKinds),
  key: z.string(),
  note: z.string(),
  addedAt: z.string(),
  record: z
    .object({
      title: z.string(),
      summary: z.string().nullable().describe("a project's one-liner, a document's author"),
      origin: z
        .string()
        .nullable()
        .describe("name of the project's hackathon, label of the document's source"),
      url: z.string().nullable().describe("of the document's original"),
    })
    .nullable()
    .describe("null: withdrawn since"),
});

export const listShortlistsQuerySchema = z.object({
  kind: z.enum(itemKinds).optional(),
  key: slugSchema.optional().describe("with kind: reports for each list whether it contains this item"),
});
export const listShortlistsResponseSchema = z.object({
  shortlists: z
    .array(shortlistSchema.extend({ holds: z.boolean().describe("whether it holds the item asked for") }))
    .describe("yours, the last changed first"),
});

export const shortlistParamsSchema = z.object({ id: uuidSchema });
export const shortlistResponseSchema = shortlistSchema.extend({
  isOwn: z.boolean().describe("false: shared by another member; it can be read and copied"),
  items: z.array(shortlistItemSchema).describe("in the order in which they were added"),
});

export const createShortlistRequestSchema = z.object({
  name: nameSchema,
  notes: notesSchema.default(""),
  items: itemKeysSchema.optional(),
});
export const updateShortlistRequestSchema = z
  .object({ name: nameSchema.optional(), notes: notesSchema.optional() })
  .describe("fields left out stay as they are; of two changes of one field, the later one counts");
export const copyShortlistRequestSchema = z.object({
  name: nameSchema.optional().describe("by default that of the original, with “(copy)”"),
});
export const shareShortlistRequestSchema = z.object({
  shared: z.boolean().describe("false ends the sharing: its link then stays invalid, also when shared again"),
});

export const itemsRequestSchema = z.object({ items: itemKeysSchema });
export const noteRequestSchema = z.object({ item: itemKeySchema, note: itemNoteSchema });

export const exportShortlistQuerySchema = z.object({ format: z.enum(["csv", "jsonl", "markdown"]) });
export const exportShortlistResponseSchema = z.object({
  fileName: z.string(),
  type: z.string().describe("media type"),
  text: z.string(),
});
