/** Administrators review feedback and suggestions; hostile texts do nothing where they are shown. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../acceptance/cli-harness.ts";
import { priorart } from "../acceptance/harness/prepare-demo.ts";
import { findBrowser } from "./browser.ts";
import { follow, useConsole } from "./console.ts";

const executable = findBrowser();

/** Each would be detected: by an alert, a request, an element, or a violation of the policy. */
const hostile = [
  `<script>alert("script")</script>`,
  `<img src="https://tracker.example.net/x.png" onerror="alert('img')">`,
  `<svg onload="alert('svg')"><a href="javascript:alert('svg link')">x</a></svg>`,
  `<iframe src="https://tracker.example.net/"></iframe><form action="https://tracker.example.net/"><button>go</button></form>`,
  `<style>body { display: none }</style><b id="planted" style="position:fixed">bold</b>`,
];
const short = `<img src=x onerror="alert('short')">`;
const markdown = [
  ...hostile,
  "[press me](javascript:alert('link')) [and me](data:text/html,<script>alert(1)</script>) [or me](vbscript:x)",
  "![picture](https://tracker.example.net/y.png) ![another](javascript:alert('picture'))",
  "[honest](https://docs.example.org/ok) and <https://docs.example.org/auto>",
].join("\n\n");

describe.skipIf(executable === null)("reviews", () => {
  const open = useConsole(executable);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${open().server.url}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${open().token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
  };

  it("a suggestion is approved and becomes a source; another is declined, with the reason", async () => {
    const { server, enter } = open();
    await post("/source-suggestions", { url: "https://one.example.com/papers", name: "Papers of one" });
    await post("/source-suggestions", {
      url: "https://two.example.com/",
      name: "Papers of two",
      reason: hostile.join(),
    });
    const page = await enter("reviews@example.org", "--admin");
    await follow(page, "Suggestions");
    const card = (name: string) => page.locator("section", { hasText: name });
    await card("Papers of one").getByRole("button", { name: "Approve" }).click();
    await page.getByLabel("Key").fill("Not A Key");
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    expect(await page.getByRole("dialog").getByRole("alert").innerText()).toContain("key");
    await page.getByLabel("Key").fill("papers-of-one");
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("Papers of one is declared").waitFor();
    await card("Papers of two").getByRole("button", { name: "Decline" }).click();
    await page.getByLabel("Reason").fill("Not about our subject");
    await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
    await page.getByText("No suggestions to review").waitFor();
    await page.getByText("All", { exact: true }).click();
    expect(await card("Papers of one").innerText()).toContain("papers-of-one");
    expect(await card("Papers of two").innerText()).toContain("Not about our subject");
    const { stdout } = await priorart(server.data, "suggestions", "list", "--json");
    expect(stdout).not.toContain('"open"');
  });

  it("feedback is resolved and reopened", async () => {
    await post("/feedback", {
      category: "error",
      message: `It fails. ${hostile.join("\n")}`,
      context: { html: hostile },
    });
    const page = await open().enter("listens@example.org", "--admin");
    await follow(page, "Feedback");
    await page.getByText("Context").click();
    await page.getByRole("button", { name: "Mark as resolved" }).click();
    await page.getByText("No open feedback").waitFor();
    await page.getByText("Resolved", { exact: true }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByText("No feedback in this state").waitFor();
    await page.getByText("Open", { exact: true }).click();
    await page.getByText("It fails.").waitFor();
  });

  it("a context that is nested deeply is shown on one line, without its megabytes of indentation", async () => {
    const levels = 3_900;
    const nested = JSON.parse("[".repeat(levels) + "]".repeat(levels));
    await post("/feedback", { category: "other", message: "It is deep.", context: { nested } });
    const page = await open().enter("digs@example.org", "--admin");
    await follow(page, "Feedback");
    const card = page.locator("section", { hasText: "It is deep." });
    expect((await card.locator("pre").textContent())!.length).toBeLessThan(3 * levels);
  });

  it("text and Markdown that would run, load or send something is inert wherever it is shown", async () => {
    const { server, enter } = open();
    const files = {
      faqs: [
        {
          program: "stamp",
          id: "hostile",
          question: hostile.join(" "),
          answer: markdown,
          sourceUrl: "https://docs.example.org/",
        },
      ],
      members: {
        email: "target@example.org",
        profile: { displayName: hostile[0], username: hostile[1], bio: markdown, skills: [short] },
        entries: [
          {
            id: "hostile",
            name: hostile[4],
            program: { type: "eternal", slug: "eternal", name: hostile[1] },
            status: "draft",
            description: markdown,
            tracks: [short],
            submission: {
              website: "javascript:alert('website')",
              whatBuilding: markdown,
              surveyAnswers: { markdown },
            },
            updates: [{ kind: "buildLog", publishedAt: "2026-01-05", links: ["javascript:alert('update')"] }],
          },
        ],
      },
    };
    for (const [kind, content] of Object.entries(files)) {
      const file = join(server.data, `hostile-${kind}.json${kind === "members" ? "l" : ""}`);
      await writeFile(file, `${JSON.stringify(content)}\n`);
      const { code, stderr } = await run(["import", kind, file, "--data", server.data]);
      expect(code, stderr).toBe(0);
    }
    await post("/feedback", { category: "other", message: markdown, context: { markdown } });
    await post("/source-suggestions", {
      url: "https://three.example.com/",
      name: hostile[2],
      reason: markdown.slice(0, 500),
    });
    const rejected = join(server.data, `${short.replaceAll("/", "")}.jsonl`);
    await writeFile(rejected, `${JSON.stringify({ title: hostile[0], [short]: 1 })}\n${hostile[1]}\n`);
    expect((await run(["import", "archive", rejected, "--data", server.data])).code).toBe(1);
    const page = await enter("target@example.org", "--admin");
    const places = [
      ["profile", "Projects"],
      ["faqs?program=stamp", "<script>"],
      ["feedback", "<script>"],
      ["suggestions", "<svg"],
      ["members?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "No member with this address"],
      ["imports", "hostile-members.jsonl"],
    ] as const;
    for (const [place, sign] of places) {
      await page.goto(`${server.url}/console/${place}`);
      await page.getByText(sign).first().waitFor();
      for (const summary of await page.locator("main summary").all()) await summary.click();
      const planted = await page.locator("main").evaluate((main) => ({
        elements: (
          main as unknown as { querySelectorAll(selector: string): { length: number } }
        ).querySelectorAll("script, img, iframe, form, style, #planted, [style], [onerror], [onload]").length,
      }));
      expect([place, planted.elements]).toEqual([place, 0]);
      const hrefs = await page
        .locator("main a")
        .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
      expect(hrefs.filter((href) => !/^https?:/.test(href))).toEqual([]);
    }
    await page.goto(`${server.url}/console/faqs?q=honest`);
    await page.locator("main summary", { hasText: "<script>" }).click();
    const honest = page.getByRole("link", { name: "honest" });
    expect([await honest.getAttribute("href"), await honest.getAttribute("rel")]).toEqual([
      "https://docs.example.org/ok",
      "noopener noreferrer",
    ]);
  });
});
