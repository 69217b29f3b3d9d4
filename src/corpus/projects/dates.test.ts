import { describe, expect, it } from "vitest";
import { instantOf, timeOf } from "./dates.ts";

describe("dates", () => {
  it("are read as UTC at any precision, in any time zone", () => {
    const zone = process.env.TZ;
    process.env.TZ = "Asia/Kathmandu";
    try {
      expect(instantOf("2024")).toBe("2024-01-01T00:00:00.000Z");
      expect(instantOf("2024-05-31")).toBe("2024-05-31T00:00:00.000Z");
      expect(instantOf("2024-05-31T12:00")).toBe("2024-05-31T12:00:00.000Z");
      expect(instantOf("2024-05-31T12:00:01.5")).toBe("2024-05-31T12:00:01.500Z");
      expect(instantOf("2024-05-31T12:00+02:00")).toBe("2024-05-31T10:00:00.000Z");
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("sort unknown dates before known ones", () => {
    expect(timeOf(null)).toBe(timeOf(""));
    expect(timeOf(null)).toBeLessThan(timeOf("0001-01-01"));
  });
});
