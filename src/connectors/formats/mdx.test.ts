import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOne } from "./content.case.ts";
import { markdownOfMdx } from "./mdx.ts";

describe("MDX", () => {
  it("is Markdown with the text of its components, without imports, exports and expressions", async () => {
    const text = `---
title: Fees
---
import { Card } from "../card";
import type { X } from "x";

export const meta = {
  a: "{",

  b: 1,
};

# Fees

A <Tooltip text="x > y">fee</Tooltip> is {props.value} paid{" "}by users. {/* a comment */}

<Tabs items={["a", "b"]}>
  <Tab title="Low">
    Low fees:

    - one
      - nested

    \`\`\`ts
    const a = <Card />;
    \`\`\`
  </Tab>
</Tabs>

<Card
  href="/x"
  onClick={() => { go("}"); }}
/>

Import <b>duties</b> are \`{no}\` fees; a < b, 1<2 and \\{x\\}.
import taxes too.
`;
    expect(await parseOne("mdx", text)).toMatchObject({
      title: "Fees",
      content: `A fee is  paid by users.

**Low**
Low fees:

- one
  - nested

\`\`\`ts
const a = <Card />;
\`\`\`

Import duties are \`{no}\` fees; a < b, 1<2 and \\{x\\}.
import taxes too.`,
    });
  });

  it("keeps what never ends", () => {
    for (const text of ["a <Card b c", "a {b c", "`a", "```\ncode", "a <b {c", "<", "{", "a <!-- b"])
      expect(markdownOfMdx(text)).toBe(text);
  });

  it("keeps text without braces, tags and code as it is", () => {
    const line = fc.stringMatching(/^[A-Za-z0-9 .,*_#-]{0,40}$/);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines
          .map((one) => one.trim())
          .join("\n")
          .replace(/\n{3,}/g, "\n\n")
          .trim();
        fc.pre(!/^(?:import|export)\s/m.test(text));
        expect(markdownOfMdx(text)).toBe(text);
      }),
    );
  });

  it("takes time in proportion to its length, whatever is left open", () => {
    const start = performance.now();
    for (const piece of ["{", "<A ", '<A b="', "{'", "`", "<A {", "import {\n\n"])
      markdownOfMdx(piece.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
