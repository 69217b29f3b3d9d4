import { describe, expect, it } from "vitest";
import { parseUrl } from "./parse-url.ts";

describe("parseUrl", () => {
  it("returns the URL, relative to the base where there is one", () => {
    expect(parseUrl("https://example.org/a b")?.href).toBe("https://example.org/a%20b");
    expect(parseUrl("../b", "https://example.org/a/c")?.href).toBe("https://example.org/b");
    expect(parseUrl("b", new URL("https://example.org/"))?.href).toBe("https://example.org/b");
  });

  it("returns null for what is not a URL", () => {
    for (const text of ["", "example.org", "https://", "https://256.1.1.1/", "https://example.org:99999/"])
      expect(parseUrl(text)).toBeNull();
    expect(parseUrl("/a", "nowhere")).toBeNull();
  });

  it("reads letters beyond ASCII, however often it is called", () => {
    const refused = Array.from({ length: 20_000 }, () => parseUrl("https://bücher.example/ü")).filter(
      (url) => url === null,
    );
    expect(refused).toHaveLength(0);
  });
});
