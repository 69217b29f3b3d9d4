import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf, openWorkbench, type TestDocument, type Workbench } from "../workbench.case.ts";

let workbench: Workbench;
beforeEach(async () => {
  workbench = await openWorkbench();
});
afterEach(() => workbench.close());

const german = "Der alte Hafen war an jenem Morgen still, und niemand hatte die Boote zurückkehren sehen.";
const french = "Le vieux port était calme ce matin-là, et personne n'avait vu les bateaux revenir du large.";
const short = "OK";

const languages = async () => {
  const all = new Map<string, string | undefined>();
  for await (const batch of workbench.catalog.documents())
    for (const { title, language } of batch) all.set(title, language);
  return Object.fromEntries(all);
};
const put = (number: number, content: string, more: Pick<TestDocument, "language"> = {}) =>
  workbench.put(documentOf(number, { title: `Text ${number}`, content, source: "letters", ...more }));

it("a publish detects what no record states, once, and counts it by source", async () => {
  await put(1, german);
  await put(2, french, { language: "oc" });
  await put(3, short);
  expect(await languages()).toEqual({ "Text 1": undefined, "Text 2": "oc", "Text 3": undefined });
  const change = await workbench.catalog.changeCounter();
  await workbench.publish();
  expect(await languages()).toEqual({ "Text 1": "de", "Text 2": "oc", "Text 3": "und" });
  expect(await workbench.catalog.changeCounter()).toBe(change);
  expect(Object.fromEntries((await workbench.catalog.languageCounts()).get("letters")!)).toEqual({
    de: 1,
    oc: 1,
    und: 1,
  });
  expect((await workbench.publish()).changed).toBe(false);
});

it("a text that changed is looked at again", async () => {
  await put(1, german);
  await workbench.publish();
  await put(1, french);
  await workbench.publish();
  expect(await languages()).toEqual({ "Text 1": "fr" });
});

it("more documents than one batch are all looked at", async () => {
  for (let at = 0; at < 6; at++)
    await workbench.put(...Array.from({ length: 200 }, (_, n) => documentOf(at * 200 + n)));
  await workbench.publish();
  expect(Object.values(await languages())).not.toContain(undefined);
});

it("a language is not kept for a text that changed meanwhile", async () => {
  await put(1, german);
  const [[document]] = [
    (await workbench.catalog.documentsWithoutLanguage()[Symbol.asyncIterator]().next()).value,
  ];
  await put(1, french);
  await workbench.catalog.saveLanguages([{ ...document!, language: "de" }]);
  expect(await languages()).toEqual({ "Text 1": undefined });
});
