import { describe, expect, it } from "vitest";
import type { ConnectorRecord } from "../../../../src/contract/records/connector-record.ts";
import { connectorOf, messagesByField, valuesOf } from "./connector-form.ts";

describe("the fields of a connector", () => {
  it.each<ConnectorRecord>([
    { kind: "git", url: "https://example.org/a.git", branch: "main", include: ["docs/**", "*.md"] },
    { kind: "feed", url: "https://example.org/feed", delaySeconds: 2.5 },
    { kind: "site", url: "https://example.org/", depth: 0, maxPages: 50, exclude: ["old/**"] },
    { kind: "pdf", urls: ["https://example.org/1.pdf", "https://example.org/2.pdf"] },
  ])("make the record that filled them: %j", (record) => {
    expect(connectorOf(record.kind as "git", valuesOf(record))).toEqual(record);
  });

  it("leave out what is empty, and blank lines; required ones are sent as they are", () => {
    const values = { url: " https://example.org/a.git ", branch: " ", include: "\n docs/** \n\n" };
    expect(connectorOf("git", values)).toEqual({
      kind: "git",
      url: "https://example.org/a.git",
      include: ["docs/**"],
    });
    expect(connectorOf("pdf", {})).toEqual({ kind: "pdf", urls: [] });
  });
});

describe("messages of the service", () => {
  const fields = ["key", "refresh", "connector.url", "connector.include"];

  it("are shown at their fields", () => {
    const message =
      "key: is required; connector.url: must be an address; or a path; connector.include[2]: too long";
    expect(messagesByField(message, fields)).toEqual(
      new Map([
        ["key", "is required"],
        ["connector.url", "must be an address; or a path"],
        ["connector.include", "too long"],
      ]),
    );
  });

  it("are shown for the whole form where they name no field of it", () => {
    expect(messagesByField("There is no source docs", fields)).toEqual(
      new Map([["", "There is no source docs"]]),
    );
    expect(messagesByField("connector.path: unknown field, remove it", fields)).toEqual(
      new Map([["", "connector.path: unknown field, remove it"]]),
    );
  });
});
