/** The title stands above a text wherever it is shown: no format repeats it as the first line of the content. */
import { expect, it } from "vitest";
import { parseOne } from "./content.case.ts";
import type { Format } from "./format.ts";
import { mboxOf } from "./mail/mail.case.ts";
import { pdfOf } from "./pdf.case.ts";

const text = "A block has room for some transactions only, so that users bid for it.";
const long = `${text} `.repeat(6).trim();
const pdf = (info?: string) =>
  pdfOf(
    [
      [
        { text: "Fee markets", size: 20, y: 720 },
        { text, y: 650 },
        { text: "A second line of the same size, so that the body is known.", y: 620 },
      ],
    ],
    info === undefined ? {} : { info },
  );

const cases: [format: Format, bytes: string | Uint8Array][] = [
  ["markdown", `# Fee markets\n\n${text}`],
  ["markdown", `---\ntitle: Fee markets\n---\n\nFee markets\n===========\n\n${text}`],
  ["mdx", `import A from "a";\n\n# Fee markets\n\n${text}`],
  ["asciidoc", `= Fee markets\n\n${text}`],
  ["restructuredtext", `===========\nFee markets\n===========\n\n${text}`],
  ["html", `<title>Fee markets</title><h1>Fee markets</h1><p>${text}</p>`],
  ["page", `<title>Fee markets | E</title><article><h1>Fee markets</h1><p>${long}</p></article>`],
  ["pdf", pdf()],
  ["pdf", pdf("/Title (Fee Markets)")],
  ["mbox", mboxOf([{ id: "a", subject: "Fee markets", body: text }])],
];

it.each(cases)("%s", async (format, bytes) => {
  const { title, content } = await parseOne(format, bytes, { name: "x" });
  expect(title.toLowerCase()).toBe("fee markets");
  expect(content).toContain(text);
  expect(content.toLowerCase()).not.toContain("fee markets");
});
