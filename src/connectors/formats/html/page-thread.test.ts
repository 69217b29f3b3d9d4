import { describe, expect, it } from "vitest";
import { threadOf } from "./page-thread.ts";

const forum = "https://forum.example.org";
const thread = (url: string, links: string[] = [], neighbors: string[] = []) =>
  threadOf({ links, neighbors }, { base: null, url: `${forum}${url}` });

describe("a later page", () => {
  it.each([
    ["/t/fees/7?page=2", "/t/fees/7"],
    ["/t/fees/7?sort=old&page=3", "/t/fees/7?sort=old"],
    ["/t/fees/7?start=40", "/t/fees/7"],
    ["/t/fees/7/page/2/", "/t/fees/7"],
    ["/t/fees/7/page-12#post-3", "/t/fees/7"],
  ])("%s belongs to %s", (url, first) => {
    expect(thread(url)).toBe(forum + first);
  });
});

describe("a first page", () => {
  it("belongs to the thread of the later page that it leads to", () => {
    expect(thread("/t/fees/7", ["/about", "/t/fees/7?page=2"])).toBe(`${forum}/t/fees/7`);
    expect(thread("/t/fees/7/", [], ["page/2"])).toBe(`${forum}/t/fees/7`);
    expect(thread("/t/fees/7?page=1", [], ["?page=2"])).toBe(`${forum}/t/fees/7`);
  });

  it.each([
    ["nothing", []],
    [
      "later pages of other threads",
      ["/t/fees/8?page=2", "/?page=2", "https://other.example.org/t/fees/7?page=2"],
    ],
    ["the next article", ["/t/fees/8"]],
    ["parameters that are not page numbers", ["/t/fees/7?page=all", "/t/fees/7?p=2", "/t/fees/7?page=1"]],
    ["what is not an address", ["http://[", "javascript:void(0)"]],
  ])("is alone when it leads to %s", (_, links) => {
    expect(thread("/t/fees/7", links)).toBeNull();
  });
});

it("a page without an address has no thread", () => {
  expect(threadOf({ links: [], neighbors: [] }, { base: null, url: undefined })).toBeNull();
});
