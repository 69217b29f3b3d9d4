/** Texts that would run, load or send something are inert in every field that the explorer's pages show. */
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { useConsole } from "./console.ts";

const executable = findBrowser();

/** Each would be detected: by an alert, a request, an element, or a violation of the policy. */
const markup = [
  `<script>alert("script")</script>`,
  `<img src="https://tracker.example.net/x.png" onerror="alert('img')">`,
  `<svg onload="alert('svg')"><a href="javascript:alert('svg link')">x</a></svg>`,
  `<iframe src="https://tracker.example.net/"></iframe>`,
  `<style>body { display: none }</style><b id="planted" style="position:fixed">bold</b>`,
].join(" ");
const markdown = [
  markup,
  "# Heading <img src=x onerror=alert(1)>",
  "## Another <script>alert('heading')</script>",
  "[press me](javascript:alert('link')) [and me](data:text/html,<script>alert(1)</script>) [or me](vbscript:x)",
  "![picture](https://tracker.example.net/y.png)",
  "<https://docs.example.org/auto> [x]: javascript:alert(1)",
  "```html\n<script>alert('code')</script>\n```",
].join("\n\n");

/** Fields that identify something, or have a fixed set of values. */
const kept = new Set([
  ...["slug", "key", "documentId", "startDate", "publishedAt", "createdAt", "award", "confidence", "version"],
  ...[
    "primaryKey",
    "secondaryKey",
    "batchKey",
    "hackathonSlug",
    "source",
    "searchTier",
    "trackClassification",
  ],
  ...["sourceCapturedAt", "generatedAt", "indexedAt", "capturedAt", "projectsSyncedAt", "archiveIngestedAt"],
  ...["corpusRevision", "embeddingsVersion", "modeUsed", "network", "type", "code"],
]);
const addresses = /^(url|sourceUrl|github|demo|presentation|technicalDemo|twitter|colosseum)$/;

/** A response in which every free text is hostile, and every address runs a script. */
function poison(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => poison(item, field));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner, name)]));
  if (addresses.test(field)) return "javascript:alert('address')";
  if (typeof value !== "string" || kept.has(field)) return value;
  if (/^(description|content|text)$/.test(field)) return `${markdown}\n\n${value}`;
  return `${markup} ${value}`;
}

async function answer(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: poison(await response.json()) });
}

describe.skipIf(executable === null)("hostile texts", () => {
  const open = useConsole(executable);

  async function expectInert(page: Page, place: string): Promise<void> {
    const planted = await page.evaluate(
      `document.querySelectorAll("#page script, #page img, #page iframe, #page form[action], #page style, #planted, #page [onerror], #page [onload]").length`,
    );
    expect([place, planted]).toEqual([place, 0]);
    const hrefs = (await page.evaluate(
      "[...document.querySelectorAll('a')].map((link) => link.href)",
    )) as string[];
    expect(hrefs.filter((href) => !/^https?:/.test(href))).toEqual([]);
  }

  it("are shown as text on every page of projects and the archive, and in the palette", async () => {
    const { server, enter } = open();
    const page = await enter("careful@example.org");
    await page.route("**/console/api/v1/**", answer);
    const go = async (path: string, sign: string) => {
      await page.goto(server.url + path);
      await page.getByText(sign, { exact: false }).first().waitFor();
      await expectInert(page, path);
    };
    await go("/", "<script>alert");
    await go("/projects?query=wallet", "<svg onload");
    for (const summary of await page.locator("aside summary").all()) await summary.click();
    await expectInert(page, "/projects with every filter");
    await go(
      "/projects?hackathons=%3Cscript%3Ealert(1)%3C/script%3E&techStack=%3Cimg+src=x+onerror=alert(1)%3E",
      "do not exist here",
    );
    await go("/projects/pursestring", "Similar projects");
    await page.getByRole("region", { name: "Related in the archive" }).getByRole("article").first().waitFor();
    await expectInert(page, "a project");
    await go("/projects/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "There is no project at this address");
    await go("/archive", "<img src=");
    await go("/archive?query=oracle", "documents, ranked");
    await page
      .getByRole("region", { name: "Documents found" })
      .getByRole("heading")
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("article", { name: "Text" }).waitFor();
    await page.getByRole("navigation", { name: "Outline" }).waitFor();
    await page.getByRole("region", { name: "Similar documents" }).waitFor();
    await expectInert(page, "a document");
    await page.keyboard.press("Control+k");
    const typed = page.getByRole("dialog", { name: "Commands" }).getByRole("searchbox");
    await typed.fill("<script>alert(2)</script>");
    await page.getByRole("menuitem", { name: /^Search projects for “<script>/ }).waitFor();
    await expectInert(page, "the palette");
    await typed.fill("wallet for agents");
    await page
      .getByRole("menuitem", { name: /<iframe/ })
      .first()
      .waitFor();
    await expectInert(page, "the palette");
    const auto = page.locator("a", { hasText: "https://docs.example.org/auto" }).first();
    expect(await auto.getAttribute("rel")).toBe("noopener noreferrer");
  });
});
