import { describe, expect, it } from "vitest";
import { isAbout, isNamed, titleNames } from "./title-names.ts";

const keysOf = (query: string) => titleNames(query).map(({ key, author }) => [key, ...author].join(" "));

describe("titles that a query may name", () => {
  it("are what remains without an author at either end", () => {
    expect(keysOf("Wei Dai b-money")).toEqual([
      "daibmoney wei",
      "weidaib money",
      "bmoney wei dai",
      "weidai b money",
      "money wei dai b",
      "wei dai b money",
    ]);
    expect(keysOf("money")).toEqual([]);
    expect(keysOf("do things that don't scale by Paul Graham")).toContain("thingsscale paul graham");
  });

  it("are documents of the numbers in it", () => {
    expect(keysOf("BIP 141")).toContain("#bip141");
    expect(keysOf("")).toEqual([]);
  });

  it("are the same without the word for the form of a document, beside an author or in four words or more", () => {
    expect(keysOf("paul graham essay great hackers")).toContain("greathackers paul graham");
    expect(keysOf("essay by Paul Graham about great hackers")).toContain("greathackers paul graham");
    expect(keysOf("talk on verkle trees for everyone else")).toContain("verkletreeseveryoneelse");
    expect(keysOf("bitcoin paper")).not.toContain("bitcoin");
  });

  it("are none in prose", () => {
    expect(titleNames(`BIP 141 ${"word ".repeat(22)}`)).not.toEqual([]);
    expect(titleNames(`BIP 141 ${"word ".repeat(23)}`)).toEqual([]);
  });
});

it("an author is named by words of the name, ignoring case and accents", () => {
  expect(isNamed(["szabo"], "Nick Szabó")).toBe(true);
  expect(isNamed(["nick", "szabo"], "Nick Szabó")).toBe(true);
  expect(isNamed(["wei"], "Nick Szabó")).toBe(false);
  expect(isNamed(["wei"], "")).toBe(false);
  expect(isNamed([], "")).toBe(true);
});

it("a number beside other words names the document of that number whose title is about one of them", () => {
  const [name] = titleNames("4337 accounts");
  expect(name).toEqual({ key: "#eip4337", author: [], subject: ["4337", "account"] });
  expect(isAbout(name!.subject!, "ERC-4337: Account Abstraction")).toBe(true);
  for (const title of ["ERC-4337: Foghorns", "Account", "ERC-4337:"])
    expect(isAbout(name!.subject!, title)).toBe(false);
});
