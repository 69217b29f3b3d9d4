/** What a document of an archive is stored as. */
import { expect, it } from "vitest";
import { prepareDocument } from "./archive.ts";

const document = (change: object) =>
  prepareDocument({ source: "letters", title: "T", content: "Text.", ...change }).value.document;

it.each([
  ["Re: Fwd: the bridge", "the bridge"],
  ["AW: WG: Antw: die Brücke", "die Brücke"],
  ["re[2]:FW: the bridge", "the bridge"],
  [" The  bridge\n", "The bridge"],
  ["Recall: the bridge", "Recall: the bridge"],
  ["the bridge, re: tolls", "the bridge, re: tolls"],
])("the thread of %j is %j", (thread, name) => {
  expect(document({ thread })).toMatchObject({ thread: name });
});

it("a thread without a name is none", () => {
  for (const thread of [undefined, null, "", " ", "Re: "])
    expect(document({ thread })).not.toHaveProperty("thread");
});
