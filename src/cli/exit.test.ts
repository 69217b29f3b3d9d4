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
    const settings = Object.assign(new Error("PORT must be a number\nHOST is unknown"), {
      name: "ConfigError",
    });
    expect(describeError(settings)).toBe("PORT must be a number; HOST is unknown");
    expect(describeError(new TypeError())).toBe("TypeError");
    expect(describeError(7)).toBe("7");
  });

  it.each([
    ["EPERM", { syscall: "chmod", path: "/srv/p/catalog.db" }, "/srv/p/catalog.db"],
    ["EACCES", { syscall: "mkdir", path: "/srv/p" }, "/srv/p"],
    ["EACCES", { syscall: "rename", path: "/srv/x.restored", dest: "/srv/x" }, "/srv/x"],
  ])("says whose file it is and what to do: %s %j", (code, more, path) => {
    const error = Object.assign(new Error(`${code}: permission denied, ${more.syscall}`), { code, ...more });
    expect(describeError(error)).toBe(
      `${path} belongs to another user or cannot be read or written (${code}); run the command as the user that owns it`,
    );
    expect(describeError(Object.assign(new Error("our own words"), { code, ...more }))).toBe("our own words");
  });
});
