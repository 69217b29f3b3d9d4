/** Technologies of a project, as stated by records and repository scans. */
import { z } from "zod";

const toolName = z.string().trim().min(1).max(100);
const repositoryTagSchema = z.object({
  name: toolName,
  version: z.string().min(1).max(100).optional(),
  confidence: z.number().min(0).max(1).optional(),
  evidence: z.string().max(120).optional(),
});
const repositoryTags = z.array(repositoryTagSchema).max(100).default([]);
export const builtWithRecordSchema = z.object({
  schemaVersion: z.literal(1).default(1),
  languages: repositoryTags,
  frameworks: repositoryTags,
  chains: z
    .array(
      repositoryTagSchema.extend({
        network: z.enum(["mainnet", "devnet", "testnet", "localnet", "unknown"]).optional(),
      }),
    )
    .max(100)
    .default([]),
  protocols: repositoryTags,
  services: repositoryTags,
  tooling: repositoryTags,
  standards: repositoryTags,
});
