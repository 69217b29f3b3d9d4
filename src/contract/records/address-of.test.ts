import { expect, it } from "vitest";
import { addressOf, type ConnectorRecord } from "./connector-record.ts";

const git = (url: string, more: object = {}) => ({ kind: "git", url, ...more }) as ConnectorRecord;
const site = (url: string, more: object = {}) => ({ kind: "site", url, ...more }) as ConnectorRecord;

it.each([
  [git("https://git.example.org/docs.git"), git("https://GIT.example.org/docs")],
  [
    git("https://git.example.org/docs", { link: "https://e.org/{path}" }),
    git("https://git.example.org/docs/"),
  ],
  [
    git("https://git.example.org/docs", { include: ["a", "b"] }),
    git("https://git.example.org/docs", { include: ["b", "a"] }),
  ],
  [site("https://e.org/#top", { delaySeconds: 3 }), site("https://e.org", { maxPages: 5 })],
])("%j reads the same as %j", (one, other) => {
  expect(addressOf(one)).toBe(addressOf(other));
});

it.each([
  [git("https://git.example.org/docs"), git("https://git.example.org/docs", { branch: "next" })],
  [
    git("https://git.example.org/docs", { include: ["a"] }),
    git("https://git.example.org/docs", { include: ["b"] }),
  ],
  [site("https://e.org/a"), site("https://e.org/b")],
  [site("https://e.org/?a=1"), site("https://e.org/?a=2")],
  [site("https://e.org/feed"), { kind: "feed", url: "https://e.org/feed" } as ConnectorRecord],
  [
    { kind: "folder", path: "/srv/a" } as ConnectorRecord,
    { kind: "folder", path: "/srv/A" } as ConnectorRecord,
  ],
])("%j reads something else than %j", (one, other) => {
  expect(addressOf(one)).not.toBe(addressOf(other));
});
