import { describe, expect, it } from "vitest";
import { ApiError } from "../contract/api/errors.ts";
import { CommandError, describeError, exitCodeFor, exitCodes, UsageError } from "./exit.ts";

describe("exit codes", () => {
  it("distinguish wrong usage from failure", () => {
    expect(exitCodeFor(new UsageError("no"), false)).toBe(exitCodes.usage);
    expect(exitCodeFor(new ApiError("INVALID_QUERY", "no"), false)).toBe(exitCodes.usage);
    expect(exitCodeFor(new ApiError("SERVICE_UNAVAILABLE", "no"), false)).toBe(exitCodes.failed);
    expect(exitCodeFor(new CommandError("no"), false)).toBe(exitCodes.failed);
    expect(exitCodeFor("thrown text", false)).toBe(exitCodes.failed);
  });

  it("report an interrupt whatever the error", () => {
    expect(exitCodeFor(new UsageError("no"), true)).toBe(exitCodes.interrupted);
  });
});

describe("an error's description", () => {
  it("is one line", () => {
    expect(describeError(new Error("first\n  second\n"))).toBe("first second");
    expect(describeError(new TypeError())).toBe("TypeError");
    expect(describeError(7)).toBe("7");
  });
});
