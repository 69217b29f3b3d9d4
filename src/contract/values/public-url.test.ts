import { describe, expect, it } from "vitest";
import { describeIssues } from "../api/validation.ts";
import { publicUrlSchema } from "./public-url.ts";

function outcome(value: unknown): string {
  const result = publicUrlSchema.safeParse(value, { reportInput: true });
  return result.success ? result.data : describeIssues(result.error.issues);
}

describe("public addresses are accepted and normalized", () => {
  it.each([
    ["https://example.org/blog?page=2#top", "https://example.org/blog?page=2#top"],
    ["  http://example.org  ", "http://example.org/"],
    ["HTTPS://Example.ORG:443/A", "https://example.org/A"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["https://xn--bcher-kva.example", "https://xn--bcher-kva.example/"],
    ["https://example.org:8443/", "https://example.org:8443/"],
    ["https://example.org./", "https://example.org./"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://134744072/", "https://8.8.8.8/"],
    ["https://[2606:50c0:8000::153]/", "https://[2606:50c0:8000::153]/"],
    ["https://[::ffff:8.8.8.8]/", "https://[::ffff:808:808]/"],
    ["https://localhost.example.org/", "https://localhost.example.org/"],
    ["https://10.example.org/", "https://10.example.org/"],
    [`https://example.org/${"a".repeat(1_980)}`, `https://example.org/${"a".repeat(1_980)}`],
  ])("%s", (text, normal) => {
    expect(outcome(text)).toBe(normal);
  });
});

describe("anything that is not the URL of a page is refused, with the reason", () => {
  it.each<[unknown, string]>([
    ["", "at least 1 characters"],
    [" ", "at least 1 characters"],
    [`https://example.org/${"a".repeat(2_029)}`, "at most 2048 characters, got 2049"],
    [5, "must be a string, got 5"],
    [null, "must be a string, got null"],
    [undefined, "is required"],
    ...[
      "example.org",
      "//example.org/",
      "https://",
      "https:///",
      "http://exa mple.org/",
      "http://exam\nple.org",
      "http://[fe80::1%25eth0]/",
      "http://256.1.1.1/",
      "http://1.2.3.4.5/",
      "https://xn--\u00df/",
      "https://example.org:99999/",
    ].map((text): [unknown, string] => [text, "must be a valid URL such as https://example.org/blog"]),
    ["javascript:alert(1)", "must be an http or https address, not javascript:"],
    ["JavaScript://example.org/%0aalert(1)", "must be an http or https address, not javascript:"],
    ["data:text/html,<script>alert(1)</script>", "not data:"],
    ["file:///etc/passwd", "not file:"],
    ["ftp://example.org/", "not ftp:"],
    ["mailto:ada@example.org", "not mailto:"],
    ["blob:https://example.org/1", "not blob:"],
    ["https://ada:secret@example.org/", "must not contain a user name or password"],
    ["https://ada@example.org/", "must not contain a user name or password"],
    ["https://:secret@example.org/", "must not contain a user name or password"],
    ["https://example.org@127.0.0.1/", "must not contain a user name or password"],
  ])("%j", (value, message) => {
    expect(outcome(value)).toContain(message);
  });

  it("no password is repeated", () => {
    expect(outcome("https://ada:secret@example.org/")).not.toContain("secret");
  });
});

describe("hosts outside the public internet are refused in every spelling", () => {
  it.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost:8787",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "%6cocalhost",
    "app.localhost",
    "localhost.localdomain",
    "printer.local",
    "db.internal",
    "metadata.google.internal",
    "router.lan",
    "nas.home.arpa",
    "wiki.corp.",
    "intranet",
    "a..b.org",
    "-a.org",
    "a!b.org",
    `${"a".repeat(64)}.org`,
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "１２７.０.０.１",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "3232235777",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:10.0.0.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b:1::1]",
    "[100::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[fc00::1]",
    "[fd12:3456:789a::1]",
    "[ff02::1]",
    "[2001::1]",
    "[2001:db8::1]",
    "[2002:7f00:1::]",
    "[3fff::1]",
  ])("%s", (host) => {
    expect(outcome(`http://${host}/`)).toBe(
      "The request must lead to the public internet, not to a private, local or reserved host",
    );
  });
});
