import { describe, expect, it } from "vitest";
import { tokenize } from "../analysis/tokenizer.ts";
import {
  identifiedTitles,
  identifiersIn,
  identifiersMeant,
  numbersMeant,
  titleIdentifier,
} from "./identifiers.ts";

describe("the identifier of a title", () => {
  it("is its beginning before a colon, whatever separates word and number", () => {
    expect(titleIdentifier("BIP 141: Segregated Witness")).toBe("#bip141");
    expect(titleIdentifier("EIP-1559: Fee market change")).toBe("#eip1559");
    expect(titleIdentifier("SIMD-0096: Reward full priority fee")).toBe("#simd96");
    expect(titleIdentifier("ERC721 : Tokens")).toBe("#erc721");
    expect(titleIdentifier("Café 05: Opening")).toBe("#cafe5");
  });

  it("is nothing else that begins with a word and a number", () => {
    for (const title of [
      "Re: BIP 141: a question",
      "CVE-2018-17144: inflation",
      "Bitcoin 2019 in review",
      "12: x",
      "bip39",
      "On ERC20: x",
      "ERC20 2: x",
    ])
      expect(titleIdentifier(title)).toBe("");
  });
});

describe("a title without its identifier", () => {
  it.each([
    ["BIP 352: Silent Payments", ["Silent Payments"]],
    ["BIP 341: Taproot: SegWit version 1", ["Taproot: SegWit version 1", "Taproot"]],
    [
      "BIP-141: Segregated Witness (Consensus layer)",
      ["Segregated Witness (Consensus layer)", "Segregated Witness"],
    ],
    ["EIP-1: : x", [": x"]],
    ["BIP 9:", []],
    ["Re: BIP 141: a question", []],
    ["Silent Payments", []],
  ])("of %j is %j", (title, parts) => {
    expect(identifiedTitles(title)).toEqual(parts);
  });
});

describe("identifiers in a query", () => {
  const found = (query: string) => identifiersIn(query, tokenize(query));

  it("are found joined, hyphenated and apart, without leading zeros", () => {
    expect(found("BIP 141")).toEqual(["#bip141"]);
    expect(found("eip-1559 fee market")).toEqual(["#eip1559"]);
    expect(found("how does bip32 differ from BIP-0044?")).toEqual(["#bip32", "#bip44"]);
  });

  it("are found whatever punctuation a writer puts between", () => {
    for (const query of ["BIP  141", "BIP #141", "BIP–141", "BIP_141"])
      expect(found(query)).toEqual(["#bip141"]);
  });

  it("are not a word and a number that something separates, nor a stop word and a number", () => {
    expect(found("what happened in 2021")).toEqual([]);
    expect(found("fees, 2023")).toEqual([]);
    expect(found("1559 eip")).toEqual([]);
  });
});

describe("identifiers that a query may mean", () => {
  const meant = (query: string) => identifiersMeant(query, tokenize(query));

  it("are those in it, also of the series that shares their numbers", () => {
    expect(meant("EIP-721 metadata")).toEqual(["#eip721", "#erc721"]);
    expect(meant("erc20 and BIP 39")).toEqual(["#erc20", "#bip39", "#eip20"]);
    expect(meant("fee market")).toEqual([]);
  });

  it("are those of every series where it is a number of three digits or more", () => {
    expect(meant("1559")).toEqual(expect.arrayContaining(["#eip1559", "#bip1559", "#rfc1559"]));
    expect(meant("0341")).toContain("#bip341");
    for (const query of ["42", "1559 fees", "1234567"]) expect(meant(query)).toEqual([]);
  });
});

it("numbers of four digits beside other words may mean EIPs and ERCs, but years and numbers of other series do not", () => {
  const meant = (query: string) => numbersMeant(query, tokenize(query));
  expect(meant("account abstraction 4337")).toEqual(["#eip4337", "#erc4337"]);
  expect(meant("1559 fees")).toEqual(["#eip1559", "#erc1559"]);
  for (const query of ["4337", "fees in 2019", "since 1994", "the 721 tokens", "a 12345 b", "RFC 1598 types"])
    expect(meant(query)).toEqual([]);
});
