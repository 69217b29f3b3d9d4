import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countCodePoints } from "./cut-text.ts";
import { MAX_CODE_POINTS, summarise, summariseFolder } from "./summarise.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "priorart-readme-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
function folder(files: Record<string, string | Buffer>): string {
  const path = join(root, String(folders++));
  mkdirSync(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}
const markdown = (text: string) => summarise({ text, format: "markdown" });
const body = "It lets neighbours lend tools to each other and keeps the deposits safe.";

describe("the content of a summary", () => {
  it("is ordered: purpose, features, architecture, the rest, installation; no licence, no acknowledgements", () => {
    const text = `# Lantern
${body}
## Installation
Run the installer first.
## License
MIT, see the file of that name.
## Notes on naming
Why a lantern, you ask.
## Architecture
Two services and a queue.
### Queue
One queue per street.
## Features
- Lends tools
- Keeps deposits
## Contributors
Ada and Bob.
## The problem
Ladders are used twice a year.`;
    expect(markdown(text)).toEqual({
      truncated: false,
      text: `# Lantern

${body}

## The problem

Ladders are used twice a year.

## Features

- Lends tools
- Keeps deposits

## Architecture

Two services and a queue.

### Queue

One queue per street.

## Notes on naming

Why a lantern, you ask.

## Installation

Run the installer first.`,
    });
  });

  it("has no images, badges, link targets, comments or tags, and keeps other markup", () => {
    const text = `<h1 align="center"><img src="x.png"> Lantern</h1>
<p align="center">For <b>neighbours</b>&nbsp;only</p>

[![Build](https://x.example/b.svg)](https://x.example) | ![Licence][badge]

<!-- hidden
words -->
- [Features](#features)
- [Usage](#usage)

Lends **tools** through [a shared shed](https://shed.example "title") and [the club][club]; see <https://a.example>, \`Vec<u8>\` and ![a picture](y.png).

---

| Part | Built with |
|------|-----------|
| web | [Vite](https://vite.example) |

[badge]: https://x.example/l.svg
[club]: https://club.example`;
    expect(markdown(text)?.text).toBe(`# Lantern

For **neighbours** only

Lends **tools** through a shared shed and the club; see https://a.example, \`Vec<u8>\` and .

| Part | Built with |
|------|-----------|
| web | Vite |`);
  });

  it("keeps short code, and omits listings, diagrams and unclosed fences", () => {
    const listing = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
    const text = `# App\n${body}\n\`\`\`sh\nnpx app\n\`\`\`\n\`\`\`\n${listing}\n\`\`\`\n\`\`\`mermaid\ngraph TD\n\`\`\`\n~~~\n# no heading\n${listing}`;
    expect(markdown(text)?.text).toBe(`# App\n\n${body}\n\n\`\`\`sh\nnpx app\n\`\`\``);
  });

  it("is in the language of the README", () => {
    const chinese = markdown(
      "# 灯笼\n邻居之间互相借用工具，押金安全保管在合约中，到期自动退还给借用的人。\n## 安装\n运行安装程序。\n## 功能\n借工具。\n## 许可证\nMIT",
    );
    expect(chinese?.text).toBe(
      "# 灯笼\n\n邻居之间互相借用工具，押金安全保管在合约中，到期自动退还给借用的人。\n\n## 功能\n\n借工具。\n\n## 安装\n\n运行安装程序。",
    );
    const spanish = markdown(
      "# Farol\nPréstamo de herramientas entre vecinos.\n## Instalación\nEjecutar.\n## Características\nPresta.",
    );
    expect(spanish?.text.indexOf("Características")).toBeLessThan(spanish!.text.indexOf("Instalación"));
    expect(markdown("# منارة\nيتيح للجيران استعارة الأدوات من بعضهم البعض بأمان")?.text).toContain("الأدوات");
  });

  it("reads underlined titles, and headings without a space", () => {
    expect(markdown(`Lantern\n=======\n\n${body}\n\nSetup\n-----\nRun it.\n\n##Features\nLends.`)?.text).toBe(
      `# Lantern\n\n${body}\n\n## Features\n\nLends.\n\n## Setup\n\nRun it.`,
    );
  });

  it("reads reStructuredText and plain text", () => {
    const rst = `=======
Lantern
=======

.. image:: https://x.example/b.svg
   :target: https://x.example

${body} See :ref:\`the shed <shed>\` or \`the club <https://club.example>\`_.

Features
--------

* Lends \`\`tools\`\`

.. code-block:: sh

   npx app
`;
    expect(summarise({ text: rst, format: "rst" })?.text).toBe(
      `# Lantern\n\n${body} See the shed or the club.\n\n## Features\n\n* Lends \`tools\`\n\n\`\`\`\nnpx app\n\`\`\``,
    );
    expect(summariseFolder(folder({ "README.txt": `LANTERN\n\n${body}` }))).toMatchObject({
      text: `LANTERN\n\n${body}`,
      path: "README.txt",
    });
  });

  it.each([
    [
      "a generator's",
      "# Getting Started with Create React App\nThis project was bootstrapped with [Create React App](https://x.example).\n## Available Scripts\nIn the project directory, you can run:\n### `npm start`\nRuns the app.\n## Learn More\nYou can learn more.",
    ],
    ["an empty", " \n\n"],
    ["a title alone", "# my-app"],
    ["badges alone", "# my-app\n[![a](b)](c)\n\n![d](e)\n\n---"],
  ])("is null for %s README", (_name, text) => {
    expect(markdown(text)).toBeNull();
  });

  it("keeps a team's text in a generated README", () => {
    const text = `# Lantern\n${body}\n## Getting Started\nThis is a [Next.js](https://x.example) project bootstrapped with [\`create-next-app\`](https://y.example).\n## Learn More\nTake a look.\n## How it works\nDeposits are locked.`;
    expect(markdown(text)?.text).toBe(`# Lantern\n\n${body}\n\n## How it works\n\nDeposits are locked.`);
  });

  it("includes licences and acknowledgements only if there is nothing else", () => {
    expect(markdown("## Thanks\nTo everybody who lent a ladder to us.")?.text).toContain("ladder");
  });
});

describe("the limit of 12,000 code points", () => {
  const sentences = (count: number) =>
    Array.from({ length: count }, (_, index) => `Sentence ${index} of it all.`).join(" ");

  it("is kept, and `truncated` is set when text was cut", () => {
    const long = markdown(`# App\n${sentences(900)}\n## Features\nNever reached.`)!;
    expect(long.truncated).toBe(true);
    expect(countCodePoints(long.text)).toBeLessThanOrEqual(MAX_CODE_POINTS);
    expect(countCodePoints(long.text)).toBeGreaterThan(MAX_CODE_POINTS - 100);
    expect(long.text).toMatch(/of it all\.…$/);
  });

  it("is counted in code points, and reached exactly without being cut", () => {
    const exact = markdown("🪜".repeat(11_900) + "a".repeat(100))!;
    expect(exact).toMatchObject({ truncated: false });
    expect(countCodePoints(exact.text)).toBe(MAX_CODE_POINTS);
    const over = markdown("🪜".repeat(11_900) + "a".repeat(101))!;
    expect(over.truncated).toBe(true);
    expect(countCodePoints(over.text)).toBe(MAX_CODE_POINTS);
    expect(over.text).not.toMatch(/\p{Surrogate}/u);
  });

  it("omitting a licence, a badge or a listing does not count as truncation", () => {
    expect(markdown(`# App\n${body}\n## License\n${sentences(2_000)}`)).toMatchObject({ truncated: false });
  });

  it("never ends with a heading without text", () => {
    const text = `# App\n${"word ".repeat(2_380)}\n\n## Features\n${sentences(100)}`;
    expect(markdown(text)?.text).not.toMatch(/## Features$/);
  });
});

describe("which README is read", () => {
  it("the root's before others, Markdown before other formats, names without a language before others", () => {
    expect(
      summariseFolder(
        folder({
          "docs/README.md": `docs ${body}`,
          "README.rst": `rst ${body}`,
          "readme.markdown": `md ${body}`,
          "README.zh-CN.md": `zh ${body}`,
        }),
      )?.path,
    ).toBe("readme.markdown");
    expect(
      summariseFolder(folder({ "README.es.md": `es ${body}`, "README.en.md": `en ${body}` }))?.path,
    ).toBe("README.en.md");
    expect(summariseFolder(folder({ ".github/README.md": body }))?.path).toBe(".github/README.md");
    expect(summariseFolder(folder({ README: body }))?.path).toBe("README");
    expect(summariseFolder(folder({ "README.md": "# x", "README.txt": body }))?.path).toBe("README.txt");
  });

  it("none if there is none, and never a binary file", () => {
    expect(summariseFolder(folder({ "main.ts": "1" }))).toBeNull();
    expect(
      summariseFolder(folder({ "README.md": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]) })),
    ).toBeNull();
    expect(summariseFolder(folder({ "README.md": Buffer.alloc(4_000, 0xfe) }))).toBeNull();
    expect(summariseFolder(join(root, "nowhere"))).toBeNull();
  });

  it("never a symbolic link, pipe or folder of that name", () => {
    const secret = join(root, "secret.md");
    writeFileSync(secret, body);
    const path = folder({});
    symlinkSync(secret, join(path, "README.md"));
    symlinkSync(root, join(path, "docs"));
    mkdirSync(join(path, "README.txt"));
    execFileSync("mkfifo", [join(path, "README.rst")]);
    expect(summariseFolder(path)).toBeNull();
  });

  it("one in UTF-16 and one with control characters are read as text", () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`# App\r\n${body}`, "utf16le")]);
    expect(summariseFolder(folder({ "README.md": utf16 }))?.text).toBe(`# App\n\n${body}`);
    const swapped = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(body, "utf16le").swap16()]);
    expect(summariseFolder(folder({ "README.md": swapped }))?.text).toBe(body);
    expect(summariseFolder(folder({ "README.md": `\ufeff${body}\u001b[31m\u0007\u202e!` }))?.text).toBe(
      `${body}[31m!`,
    );
  });

  it("one of 5 MB is read from its beginning, quickly", () => {
    const path = folder({ "README.md": `# App\n${body}\n\n${"Another line about it.\n\n".repeat(220_000)}` });
    const began = process.cpuUsage();
    expect(summariseFolder(path)).toMatchObject({ truncated: true, text: expect.stringContaining(body) });
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4_000);
  });
});

describe("a hostile README", () => {
  const size = 300_000;
  it.each([
    ["[", "["],
    ["![", "!["],
    ["[a](", "[a]("],
    ["*[_", "*[_"],
    ["*a ", "*a "],
    ["> ", "> "],
    ["1. ", "1. "],
    ["- ", "- "],
    ["<", "<"],
    ["<a ", "<a "],
    ["<!--", "<!--"],
    ["<script", "<script"],
    ["`", "`"],
    ["# ", "# "],
    ["~~~\\n", "~~~\n"],
    ["a\\n===\\n", "a\n===\n"],
    ["[1]: x\\n", "[1]: x\n"],
    ["[1]\\n\\n[1]: x\\n\\n", "[1]\n\n[1]: x\n\n"],
    ["|", "|"],
    ["&nbsp", "&nbsp"],
    ["- [a](#a)\\n", "- [a](#a)\n"],
    ["blanks", " "],
    [".. a::\\n ", ".. a::\n "],
    ["`a <", "`a <"],
    [":a:`", ":a:`"],
  ])("of nothing but %s takes no more than seconds", (_name, unit) => {
    const text = `# A\n${unit.repeat(size / unit.length)}`;
    // CPU time, not wall-clock time: other load on the machine does not count.
    const began = process.cpuUsage();
    summarise({ text, format: "markdown" });
    summarise({ text, format: "rst" });
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4_000);
  });

  it("yields a bounded, well-formed text without control characters, or none", () => {
    const word = fc.constantFrom(
      "# ",
      "\n",
      "\n\n",
      "```",
      "[a](b)",
      "![",
      "](",
      "<p>",
      "</p>",
      "<!--",
      "-->",
      "word ",
      "|",
      "- ",
      "===",
      "\u001b",
      "🪜",
      "features",
      ".. x::",
      "`",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 80 }),
        fc.constantFrom("markdown" as const, "rst" as const),
        (words, format) => {
          const summary = summarise({ text: words.join(""), format });
          if (summary === null) return;
          expect(countCodePoints(summary.text)).toBeLessThanOrEqual(MAX_CODE_POINTS);
          expect(summary.truncated).toBe(false);
          expect(summary.text.trim()).not.toBe("");
        },
      ),
      { numRuns: 300 },
    );
  });
});
