/** Tool lists derived from repositories: the full form, the compact form of search results, and the filter. */
import { z } from "zod";
import { type BuiltWithKind, builtWithKinds } from "../values/built-with-kinds.ts";
import { codePoints, filterList } from "../values/text.ts";

export { type BuiltWithKind, builtWithKinds };

/** The same schema under each of the seven kinds. */
function perKind<T extends z.ZodType>(schema: T): Record<BuiltWithKind, T> {
  return Object.fromEntries(builtWithKinds.map((kind) => [kind, schema])) as Record<BuiltWithKind, T>;
}

const toolName = codePoints({ min: 1, max: 100, trim: true });

export const repositoryTagSchema = z.object({
  name: toolName,
  version: codePoints({ min: 1, max: 100 }).optional(),
  confidence: z.number().min(0).max(1).optional(),
  evidence: codePoints({ max: 120 }).optional(),
});
export type RepositoryTag = z.infer<typeof repositoryTagSchema>;

export const repositoryChainTagSchema = repositoryTagSchema.extend({
  network: z.enum(["mainnet", "devnet", "testnet", "localnet", "unknown"]).optional(),
});
export type RepositoryChainTag = z.infer<typeof repositoryChainTagSchema>;

export const repositoryTagsSchema = z.object({
  schemaVersion: z.literal(1),
  ...perKind(z.array(repositoryTagSchema).max(100)),
  chains: z.array(repositoryChainTagSchema).max(100),
});
export type RepositoryTags = z.infer<typeof repositoryTagsSchema>;

export const compactBuiltWithSchema = z.object(perKind(z.array(codePoints({ min: 1, max: 100 })).max(10)));
export type CompactBuiltWith = z.infer<typeof compactBuiltWithSchema>;

/** Kinds combine with AND, names within a kind with OR; names match ignoring case and surrounding spaces. */
export const builtWithFiltersSchema = z.strictObject(perKind(filterList(toolName, { max: 20 })));
export type BuiltWithFilters = z.infer<typeof builtWithFiltersSchema>;
