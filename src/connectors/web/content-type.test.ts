import { expect, it } from "vitest";
import { contentType } from "./content-type.ts";

it.each([
  ["text/html", "text/html", undefined],
  [" Text/HTML ; charset=ISO-8859-1", "text/html", "ISO-8859-1"],
  ['text/plain;format=flowed; Charset = "utf-8"', "text/plain", "utf-8"],
  ["application/pdf; charset=", "application/pdf", undefined],
  ["", "", undefined],
])("%j states the type %j and the encoding %j", (header, type, charset) => {
  expect(contentType({ headers: new Headers({ "content-type": header }) })).toEqual({ type, charset });
});

it("without the header, there is neither", () => {
  expect(contentType({ headers: new Headers() })).toEqual({ type: "", charset: undefined });
});
