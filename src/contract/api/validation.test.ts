import { describe, expect, it } from "vitest";
import { z } from "zod";
import { integerSchema } from "../values/text.ts";
import { describeIssues } from "./validation.ts";

const refusal = (schema: z.ZodType, value: unknown) =>
  describeIssues(schema.safeParse(value, { reportInput: true }).error!.issues);

describe("a whole number beyond the safe integers", () => {
  const schema = z.object({
    limit: z.int().min(1).max(25).optional(),
    least: z.int().min(1).optional(),
    list: z.array(integerSchema).optional(),
  });
  const greatest = Number.MAX_SAFE_INTEGER;

  it.each([
    [{ limit: 1e17 }, "limit: at most 25, got 100000000000000000"],
    [{ limit: -1e17 }, "limit: at least 1, got -100000000000000000"],
    [{ least: 1e17 }, `least: at most ${greatest}, got 100000000000000000`],
    [{ list: [1e17] }, `list[0]: at most ${greatest}, got 100000000000000000`],
    [
      { limit: 1e17, list: [-1e17, 1e17] },
      `limit: at most 25, got 100000000000000000; list[0]: at least ${-greatest}, got -100000000000000000; list[1]: at most ${greatest}, got 100000000000000000`,
    ],
  ])("%j is refused once", (value, message) => {
    expect(refusal(schema, value)).toBe(message);
  });
});

it("several values where one is expected are refused as such, even if each is a choice", () => {
  const schema = z.object({ kind: z.enum(["topics", "rpc"]) });
  expect(refusal(schema, { kind: ["topics", "rpc"] })).toBe("kind: must be one of topics, rpc, got an array");
  expect(refusal(schema, { kind: "topic" })).toBe("kind: must be one of topics, rpc");
});
