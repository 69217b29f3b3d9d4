import { expect, it } from "vitest";
import { addressOf, type ConnectorRecord } from "./connector-record.ts";

const git = (url: string, more: object = {}) => ({ kind: "git", url, ...more }) as ConnectorRecord;
const site = (url: string, more: object = {}) => ({ kind: "site", url, ...more }) as ConnectorRecord;
const folder = (path: string, more: object = {}) => ({ kind: "folder", path, ...more }) as ConnectorRecord;

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
  [folder("/a/b"), folder("/a/b/")],
  [folder("/a/b"), folder("//a/./x/..//b/.")],
  [folder("/"), folder("//")],
  [folder("C:\\a\\b"), folder("C:/a/b/")],
  [folder("/a/b"), folder("/a/b/", { kind: "folder", link: "https://e.org/{path}" })],
  [folder("/a/mail", { kind: "mbox" }), folder("/a/mail/", { kind: "mbox" })],
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
  [folder("/srv/a"), folder("/srv/A")],
  [folder("/srv/a"), folder("/srv/a/b")],
  [folder("/srv/a b"), folder("/srv/a  b")],
  [folder("/srv/a\\b"), folder("/srv/a/b")],
  [folder("/srv/a", { include: ["x/"] }), folder("/srv/a", { include: ["x"] })],
])("%j reads something else than %j", (one, other) => {
  expect(addressOf(one)).not.toBe(addressOf(other));
});
