import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseUrl } from "../../contract/values/parse-url.ts";
import { isSameSite, normalUrl, pageUrl } from "./normal-url.ts";

const normal = (text: string) => normalUrl(new URL(text)).href;

describe("normalUrl", () => {
  it.each([
    ["https://E.org:443/a#part", "https://e.org/a"],
    ["https://e.org/a?", "https://e.org/a"],
    ["https://e.org/a?utm_source=x&b=1&fbclid=2", "https://e.org/a?b=1"],
    ["https://e.org/a?UTM_Medium=x", "https://e.org/a"],
    ["https://e.org/a;jsessionid=1A2B?x=1", "https://e.org/a?x=1"],
    ["https://e.org/a?b=2&a=1", "https://e.org/a?b=2&a=1"],
    ["https://e.org/%7euser/%e2%82%ac", "https://e.org/~user/%E2%82%AC"],
    ["https://e.org/a%2fb?q=%41%26", "https://e.org/a%2Fb?q=A%26"],
    ["https://e.org/a?&&b", "https://e.org/a?b"],
    ["https://e.org/100%", "https://e.org/100%25"],
  ])("%s is %s", (text, expected) => {
    expect(normal(text)).toBe(expected);
  });

  it("changes nothing when applied again", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "/",
        ".",
        "..",
        "%",
        "%2",
        "%25",
        "%2e",
        "%2E%2e",
        "%41",
        ";jsessionid=1",
        ";sid=;sid=2",
        "?",
        "&",
        "=",
        "#",
      ),
      fc.constantFrom("utm_source=", "fbclid=1", "%75tm_x=1", "a", "é", "A", "//"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = `https://e.org/${parts.join("")}`;
        if (parseUrl(text) === null) return;
        const once = normal(text);
        expect(normal(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

it("pageUrl refuses what is not a page", () => {
  expect(pageUrl("b?x=1#y", new URL("https://e.org/a/"))?.href).toBe("https://e.org/a/b?x=1");
  for (const address of [
    "mailto:a@e.org",
    "javascript:1",
    "https://u@e.org/",
    "http://[",
    "/relative",
    `https://e.org/${"a".repeat(9_000)}`,
  ])
    expect(pageUrl(address)).toBeNull();
});

it("isSameSite ignores www and the scheme", () => {
  const same = (one: string, other: string) => isSameSite(new URL(one), new URL(other));
  expect(same("http://www.e.org/a", "https://e.org/b")).toBe(true);
  expect(same("https://a.e.org/", "https://e.org/")).toBe(false);
  expect(same("https://e.org:8443/", "https://e.org/")).toBe(false);
});
