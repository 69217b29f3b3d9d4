import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, withoutBlocks } from "./blocks.ts";
import { findBoilerplate } from "./find-boilerplate.ts";

const none: ReadonlySet<string> = new Set();
const keysOf = (markdown: string) => new Set(blocksOf(markdown).flatMap(({ key }) => key ?? []));

const cookies = "We use cookies so that the harbour office can remember which boats you looked at.";
const newsletter = "## Newsletter\n\nEvery month we write a letter about boats. Subscribe and never miss it.";
const related =
  "## Popular posts\n\n- [How to paint the hull of a small boat](https://e.org/paint?from=X)\n- [The ten quietest harbours of the north](https://e.org/quiet?from=X)";
const licence = "This text may be copied under the terms of the harbour licence, version two.";
const own = (n: number) =>
  `## About boat ${n}\n\nBoat ${n} is tied up at pier ${n * 7} and its keeper is called number ${n * 13} by all others. In winter ${n} it was taken out of the water, scraped, painted and sold twice before the tide came back.\n\nNone.\n\n- It has ${n} oars which are made of wood and painted in colour ${n}`;
const page = (n: number) =>
  [cookies, own(n), newsletter, related.replaceAll("from=X", `from=${n}`), licence].join("\n\n");
const site = (count: number) => Array.from({ length: count }, (_, n) => page(n));

const cleaned = (pages: readonly string[]) => {
  const keys = findBoilerplate(pages, none);
  return pages.map((content) => withoutBlocks(content, keys));
};

describe("what the pages of a site repeat", () => {
  it("is left out, with headings that have nothing else below them; what is short or a page's own stays", () => {
    expect(cleaned(site(12))).toEqual(Array.from({ length: 12 }, (_, n) => own(n)));
  });

  it("is found on at least eight pages, and a fifth of them", () => {
    expect(findBoilerplate(site(7), none).size).toBe(0);
    expect(findBoilerplate(site(8), none).size).toBe(5);
    const mixed = (with_: number, without: number) => [
      ...site(with_),
      ...Array.from({ length: without }, (_, n) => own(1_000 + n)),
    ];
    expect(findBoilerplate(mixed(10, 40), none).size).toBe(5);
    expect(findBoilerplate(mixed(10, 41), none).size).toBe(0);
  });

  it("stays left out while a few pages come and go", () => {
    const known = findBoilerplate(site(10), none);
    const fewer = [...site(6), ...Array.from({ length: 40 }, (_, n) => own(1_000 + n))];
    expect(findBoilerplate(fewer, none).size).toBe(0);
    expect(findBoilerplate(fewer, known)).toEqual(known);
    expect(findBoilerplate(site(3), known).size).toBe(0);
  });

  it("is not what editions of the same pages have in common", () => {
    const chapter = (n: number) =>
      Array.from(
        { length: 6 },
        (_, p) => `Paragraph ${p} of chapter ${n} tells how the harbour was built there.`,
      );
    const editions = Array.from({ length: 12 }, (_, edition) =>
      [1, 2, 3].map((n) =>
        [...chapter(n), `In edition ${edition} the chapter ends with word ${edition}.`].join("\n\n"),
      ),
    ).flat();
    expect(cleaned(editions)).toEqual(editions);
  });

  it("is kept on a page that says nothing else", () => {
    const pages = [...site(12), `${cookies}\n\n${licence}`, `# Empty\n\n${cookies}`];
    expect(cleaned(pages).slice(12)).toEqual(pages.slice(12));
  });

  it("is never code, a heading or a short line", () => {
    const code =
      "```sh\nnpm install the-harbour-package --save-exact\n\n# a comment that is repeated on every page\n```";
    const pages = Array.from(
      { length: 12 },
      (_, n) => `## The same long heading on all the pages\n\n${own(n)}\n\nTo do.\n\n${code}`,
    );
    expect(cleaned(pages)).toEqual(pages);
  });
});

const words = fc.array(fc.constantFrom("boat", "harbour", "pier", "oar", "tide", "keeper"), {
  minLength: 5,
  maxLength: 12,
});
const block = fc.oneof(
  words.map((list) => list.join(" ")),
  words.map((list) => `## ${list.join(" ")}`),
  fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((list) => `- ${list.join(" ")}`).join("\n")),
  words.map((list) => `\`\`\`\n${list.join("\n\n")}\n\`\`\``),
  fc.string({ maxLength: 60 }),
);
const text = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join("\n\n"));

it("blocks cover a text in order, without gaps", () => {
  fc.assert(
    fc.property(text, (markdown) => {
      const blocks = blocksOf(markdown);
      const first = blocks[0]?.start ?? markdown.length;
      expect(markdown.slice(0, first).trim()).toBe("");
      expect(blocks.map(({ start, end }) => markdown.slice(start, end)).join("")).toBe(markdown.slice(first));
    }),
  );
});

it("what is left is lines of the text in order, never nothing, and the same when done again", () => {
  fc.assert(
    fc.property(text, text, (markdown, other) => {
      const keys = keysOf(other);
      const left = withoutBlocks(markdown, keys);
      const lines = markdown.split("\n").map((line) => line.trim());
      let at = 0;
      for (const line of left.split("\n")) {
        at = lines.indexOf(line.trim(), at) + 1;
        expect(at).toBeGreaterThan(0);
      }
      expect(/[\p{L}\p{N}]/u.test(left)).toBe(/[\p{L}\p{N}]/u.test(markdown));
      expect(withoutBlocks(left, keys)).toBe(left);
      if (![...keysOf(markdown)].some((key) => keys.has(key))) expect(left).toBe(markdown);
    }),
  );
});

it("the same pages have the same result, in any order", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 8, maxLength: 20 }), (pages) => {
      expect(findBoilerplate([...pages].reverse(), none)).toEqual(findBoilerplate(pages, none));
    }),
  );
});

it("a large page does not take long", () => {
  const large = [
    `${"- item of a very long list of boats\n".repeat(40_000)}`,
    `${"word ".repeat(200_000)}`,
    "#".repeat(200_000),
    "```\n".repeat(100_001),
    " \n".repeat(300_000),
  ];
  const before = performance.now();
  for (const markdown of large) withoutBlocks(markdown, keysOf(cookies));
  expect(performance.now() - before).toBeLessThan(5_000);
});
