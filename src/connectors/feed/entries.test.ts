import { describe, expect, it } from "vitest";
import { entryItems } from "./entries.ts";
import { parseFeed } from "./parse-feed.ts";

const url = new URL("https://e.org/feed");
const threads = (text: string) =>
  entryItems(parseFeed({ bytes: Buffer.from(text) }), url).map(({ content }) => content?.hints.thread);
const atom = (entries: [id: string, replyTo?: string][]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>B</title><id>f</id>${entries
    .map(
      ([id, replyTo]) =>
        `<entry><id>${id}</id><title>T</title><content>Text of ${id}</content>${replyTo === undefined ? "" : `<thr:in-reply-to ref="${replyTo}"/>`}</entry>`,
    )
    .join("")}</feed>`;
const rss = (links: string[]) =>
  `<rss version="2.0"><channel><title>B</title><link>https://e.org/</link>${links
    .map(
      (link, i) => `<item><link>${link}</link><guid>g${i}</guid><description>Text ${i}</description></item>`,
    )
    .join("")}</channel></rss>`;

describe("entries of a feed with replies", () => {
  it("belong to the thread of the entry that they answer in the end, also when the feed no longer has it", () => {
    expect(threads(atom([["c", "b"], ["b", "a"], ["a"], ["alone"], ["e", "gone"], ["d", "gone"]]))).toEqual([
      "a",
      "a",
      "a",
      "alone",
      "gone",
      "gone",
    ]);
  });

  it("may answer each other in a circle", () => {
    expect(
      threads(
        atom([
          ["a", "b"],
          ["b", "a"],
          ["c", "c"],
        ]),
      ),
    ).not.toContain(undefined);
  });
});

it("comments are posts of the page that they are on; other entries are alone", () => {
  const post = "https://e.org/2024/post";
  expect(
    threads(
      rss([`${post}#comment-1`, `${post}#comment-2`, "https://e.org/other#comment-3", "https://e.org/entry"]),
    ),
  ).toEqual([post, post, "https://e.org/other", undefined]);
  expect(threads(atom([["a"], ["b"]]))).toEqual([undefined, undefined]);
});
