/** Projects in the browser: search, filters, one project, similar ones; addresses that hold nothing. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { demoProjects } from "../acceptance/harness/demo-projects.ts";
import { findBrowser } from "./browser.ts";
import { firstHeading, type OpenPage, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("the pages of projects", () => {
  const open = useConsole(executable);
  let at: OpenPage;

  beforeAll(async () => {
    if (executable !== null) at = await open().member("explorer@example.org");
  });

  const names = (scope: Page) =>
    scope.getByRole("region", { name: "Projects found" }).getByRole("heading").allInnerTexts();
  const query = (scope: Page) => Object.fromEntries(new URL(scope.url()).searchParams);

  it("downloads what a search lists, of all its pages, as CSV and as JSON Lines", async () => {
    const visitor = await at("/projects?hackathons=northwind-2025&winnersOnly=true");
    const expected = demoProjects
      .filter(({ award, hackathon }) => award === "winner" && hackathon.slug === "northwind-2025")
      .map(({ slug }) => slug);
    const download = async (format: string) => {
      await visitor.getByRole("button", { name: "Download these projects" }).click();
      const arrived = visitor.waitForEvent("download");
      await visitor.getByRole("menuitem", { name: format }).click();
      const file = await arrived;
      return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")] as const;
    };
    const [csvName, csv] = await download("CSV");
    const [jsonName, json] = await download("JSON Lines");
    expect([csvName, jsonName]).toEqual(["projects.csv", "projects.jsonl"]);
    const [head, ...rows] = parse(csv) as string[][];
    expect(head![0]).toBe("slug");
    expect(rows.map(([slug]) => slug).toSorted()).toEqual(expected.toSorted());
    const lines = json.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).slug).toSorted()).toEqual(expected.toSorted());
  });

  it("leads from the first page by a search to filters, a project and a similar one; back returns", async () => {
    const visitor = await at("/");
    await visitor.getByRole("heading", { name: firstHeading }).waitFor();
    await visitor.getByText(`${demoProjects.length} projects`, { exact: true }).waitFor();
    await visitor.getByRole("searchbox").fill("wallet for AI agents");
    await visitor.keyboard.press("Enter");
    await visitor.getByRole("region", { name: "Projects found" }).waitFor();
    expect(query(visitor)).toEqual({ query: "wallet for AI agents" });
    expect((await names(visitor))[0]).toBe("Pursestring");
    expect(await visitor.title()).toBe("wallet for AI agents · Projects · Prior Art");
    const marked = await visitor
      .getByRole("region", { name: "Projects found" })
      .locator("mark")
      .allInnerTexts();
    expect(new Set(marked.map((word) => word.toLowerCase()))).toContain("wallet");

    await visitor.getByRole("checkbox", { name: "Winners only" }).check();
    await visitor.getByRole("checkbox", { name: "Northwind 2025" }).check();
    await visitor.getByText("The nearest of", { exact: false }).waitFor();
    expect(query(visitor)).toEqual({
      query: "wallet for AI agents",
      hackathons: "northwind-2025",
      winnersOnly: "true",
    });
    const winners = demoProjects.filter(
      ({ award, hackathon }) => award === "winner" && hackathon.slug === "northwind-2025",
    );
    await visitor.getByText(`The nearest of ${winners.length} projects`).waitFor();

    await visitor.getByRole("link", { name: "Pursestring" }).click();
    await visitor.getByRole("heading", { name: "Pursestring", level: 1 }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe("/projects/pursestring");
    await visitor
      .getByText(/\((high|medium|low) confidence\)/)
      .filter({ visible: true })
      .waitFor();
    const similar = visitor.getByRole("region", { name: "Similar projects" }).getByRole("link").first();
    const next = await similar.innerText();
    expect(next).not.toBe("Pursestring");
    await visitor
      .getByRole("region", { name: "Related in the archive" })
      .getByRole("article")
      .first()
      .waitFor();
    await similar.click();
    await visitor.getByRole("heading", { name: next, level: 1 }).waitFor();
    await visitor.goBack();
    await visitor.goBack();
    await visitor.getByRole("button", { name: "Remove Hackathon: Northwind 2025" }).click();
    await visitor.getByRole("button", { name: "Remove Winners only" }).click();
    await visitor.getByText(`The nearest of ${demoProjects.length} projects`).waitFor();
    expect(query(visitor)).toEqual({ query: "wallet for AI agents" });
  });

  it("are reached from the number of hackathons on the first page, which opens all of them", async () => {
    const visitor = await at("/");
    await visitor.getByRole("link", { name: /^\d+ hackathons$/ }).click();
    await visitor.waitForURL(/hackathons=all/);
    await visitor.getByRole("region", { name: "Hackathons" }).getByRole("link").first().click();
    await visitor.getByRole("button", { name: /^Remove Hackathon: / }).waitFor();
  });

  it("browse the newest first without a query, page by page, and open again from their address", async () => {
    const visitor = await at("/projects");
    await visitor.getByText(`${demoProjects.length} projects, newest first`).waitFor();
    const first = await names(visitor);
    expect(first).toHaveLength(20);
    const newest = demoProjects.filter(({ hackathon }) => hackathon.slug === "northwind-2025");
    expect(newest.map(({ record }) => record.name)).toContain(first[0]);
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByText(`21–40 of ${demoProjects.length}`).waitFor();
    expect(query(visitor)).toEqual({ offset: "20" });
    await visitor.reload();
    await visitor.getByText(`21–40 of ${demoProjects.length}`).waitFor();
    const second = await names(visitor);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await visitor.goto(`${open().server.url}/projects?offset=2000`);
    await visitor
      .getByText(`There is no page 101; the last page is ${Math.ceil(demoProjects.length / 20)}.`)
      .waitFor();
    await visitor.getByRole("button", { name: "First page" }).click();
    await visitor.getByText(`${demoProjects.length} projects, newest first`).waitFor();
  });

  it("say on the last page of a ranked list that it has only the nearest", async () => {
    const visitor = await at("/projects");
    const end = visitor.getByText("The list ends here");
    await visitor.route("**/search/projects", async (route) => {
      const body = (await (await route.fetch()).json()) as object;
      const isRanked = (route.request().postDataJSON() as { query?: string }).query === "wallet";
      await route.fulfill({ json: isRanked ? { ...body, hasMore: false } : body });
    });
    await visitor.goto(`${open().server.url}/projects?query=wallet&offset=20`);
    await end.waitFor();
    expect(await end.innerText()).toContain(`with the nearest 40 of ${demoProjects.length} projects`);
    await visitor.goto(`${open().server.url}/projects?query=oracle`);
    await visitor.getByText("The nearest of").waitFor();
    expect(await end.count()).toBe(0);
  });

  it("count every value of a filter, and combine values of one filter with or", async () => {
    const visitor = await at("/projects");
    const counts = async () => {
      const rows = visitor.getByRole("complementary", { name: "Filters" }).locator("li", { hasText: "2024" });
      return Object.fromEntries(
        (await rows.allInnerTexts()).map((text) => text.split("\n") as [string, string]),
      );
    };
    const of = (slug: string) => demoProjects.filter(({ hackathon }) => hackathon.slug === slug).length;
    await visitor.getByText("newest first").waitFor();
    const expected = {
      "Commons Week 2024": String(of("commons-2024")),
      "Lattice Multichain 2024": String(of("lattice-2024")),
    };
    await expect.poll(counts).toMatchObject(expected);
    await visitor.getByRole("checkbox", { name: "Commons Week 2024" }).check();
    await visitor.getByText(`${of("commons-2024")} projects, newest first`).waitFor();
    await expect.poll(counts).toMatchObject(expected);
    await visitor.getByRole("checkbox", { name: "Lattice Multichain 2024" }).check();
    await visitor.getByText(`${of("commons-2024") + of("lattice-2024")} projects, newest first`).waitFor();
    expect(query(visitor)).toEqual({ hackathons: "commons-2024,lattice-2024" });
    await visitor.getByRole("button", { name: "Clear all" }).click();
    await visitor.getByText(`${demoProjects.length} projects, newest first`).waitFor();
  });

  it("name a chosen value that no project has as its chip does", async () => {
    const visitor = await at("/projects?hackathons=northwind-2025&techStack=nothing-like-it");
    await visitor.getByRole("button", { name: "Remove Hackathon: Northwind 2025" }).waitFor();
    const filters = visitor.getByRole("complementary", { name: "Filters" });
    expect(await filters.getByRole("checkbox", { name: "Northwind 2025" }).isChecked()).toBe(true);
  });

  it("say which values of an address do not exist, and offer the nearest", async () => {
    const visitor = await at("/projects?hackathons=northwynd-2025&categoryKeys=zzzzzzzz-nothing");
    const notice = visitor.getByRole("status").filter({ hasText: "do not exist here" });
    await notice.getByRole("button", { name: "Northwind 2025" }).click();
    expect(query(visitor)).toMatchObject({ hackathons: "northwind-2025" });
    await notice.getByRole("button", { name: "Remove it" }).click();
    await visitor.getByText("projects, newest first").waitFor();
    expect(query(visitor)).toEqual({ hackathons: "northwind-2025" });
  });

  it("accept 500 characters and say what is wrong with 501, without losing them", async () => {
    const visitor = await at("/projects");
    const box = visitor.getByRole("searchbox");
    const asked: string[] = [];
    visitor.on("request", (request) => {
      if (request.method() === "POST" && request.postData()?.includes("😀")) asked.push(request.url());
    });
    await box.fill("😀".repeat(501));
    await box.press("Enter");
    expect(await visitor.getByRole("alert").innerText()).toContain("At most 500 characters; these are 501");
    expect(asked).toEqual([]);
    await box.fill("😀".repeat(500));
    await box.press("Enter");
    await visitor
      .getByText(/^(The nearest of|No project matches)/)
      .first()
      .waitFor();
    expect(asked.length).toBeGreaterThan(0);
    await visitor.goto(`${open().server.url}/projects?query=${"x".repeat(501)}`);
    await visitor.getByText("At most 500 characters; these are 501").waitFor();
  });

  it("underline the facts of a project that are links", async () => {
    const visitor = await at("/projects/pursestring");
    const facts = visitor.locator("dl").filter({ visible: true });
    const decoration = (link: unknown) =>
      (
        globalThis as unknown as { getComputedStyle(of: unknown): { textDecorationLine: string } }
      ).getComputedStyle(link).textDecorationLine;
    for (const term of ["Hackathon", "Category", "Cluster"]) {
      const fact = facts.locator("div", { has: visitor.getByText(term, { exact: true }) });
      expect(await fact.getByRole("link").first().evaluate(decoration), term).toBe("underline");
    }
    // The date is of the last import of any project.
    await facts.getByText("Last import of projects", { exact: true }).waitFor();
  });

  it("list more similar ones on request, and save all of them", async () => {
    const visitor = await at("/projects/pursestring");
    const similar = visitor.getByRole("region", { name: "Similar projects" });
    await expect.poll(() => similar.getByRole("article").count()).toBe(6);
    await similar.getByRole("button", { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => similar.getByRole("article").count()).toBeGreaterThan(6);
    const all = await similar.getByRole("article").count();
    await similar.getByRole("button", { name: "Download the similar projects" }).click();
    const arrived = visitor.waitForEvent("download");
    await visitor.getByRole("menuitem", { name: "CSV" }).click();
    const file = await arrived;
    expect(file.suggestedFilename()).toBe("similar-to-pursestring.csv");
    expect(parse(readFileSync(await file.path(), "utf8"))).toHaveLength(all + 1);
  });

  it("ask the archive by a project's texts without its name, and show nothing where nothing is related", async () => {
    const visitor = await at("/projects");
    const asked: { query: string; minSimilarity: number }[] = [];
    let tier = "vector";
    await visitor.route("**/search/archives", async (route) => {
      asked.push(route.request().postDataJSON());
      const response = await route.fetch();
      const body = (await response.json()) as { results: { similarity: number }[] };
      if (tier === "none") body.results = [];
      await route.fulfill({ json: { ...body, searchTier: tier === "none" ? "vector" : tier } });
    });
    const related = visitor.getByRole("region", { name: "Related in the archive" });
    const visit = () => visitor.goto(`${open().server.url}/projects/pursestring`);
    await visit();
    await related.getByRole("article").first().waitFor();
    const [{ query: text, minSimilarity }] = asked as [(typeof asked)[0]];
    expect(text).toContain("A wallet for AI agents in which the spending rules");
    expect(text).toContain("the only thing between an agent and your savings");
    expect(text).not.toMatch(/pursestring/i);
    expect([...text].length).toBeLessThanOrEqual(500);
    expect(minSimilarity).toBeGreaterThanOrEqual(0.4);
    // Neither texts that only share words, nor an empty answer.
    for (tier of ["doc_text", "none"]) {
      const answered = visitor.waitForResponse("**/search/archives");
      await visit();
      await answered;
      await visitor.getByRole("region", { name: "Similar projects" }).getByRole("article").first().waitFor();
      expect(await related.count()).toBe(0);
    }
  });

  it("show a project when a part of its page fails", async () => {
    const visitor = await at("/projects");
    // React logs the error, which is expected here.
    await visitor.addInitScript("console.error = () => {}");
    await visitor.route("**/search/archives", (route) =>
      route.fulfill({ json: { searchTier: "vector", results: [{ similarity: 1 }] } }),
    );
    await visitor.goto(`${open().server.url}/projects/pursestring`);
    await visitor.getByRole("alert").getByText("Something went wrong").waitFor();
    await visitor.getByRole("heading", { name: "Pursestring", level: 1 }).waitFor();
    await visitor.getByRole("region", { name: "Similar projects" }).getByRole("article").first().waitFor();
  });

  it("at an unknown slug offer the nearest projects", async () => {
    const visitor = await at("/projects/pursestring-wallet");
    await visitor.getByText("There is no project at this address").waitFor();
    await visitor
      .getByRole("region", { name: "Did you mean" })
      .getByRole("link", { name: "Pursestring" })
      .click();
    await visitor.getByRole("heading", { name: "Pursestring", level: 1 }).waitFor();
  });

  it("say that the server is gone, and continue when it is back", async () => {
    const visitor = await at("/projects?query=wallet");
    await visitor.getByRole("region", { name: "Projects found" }).waitFor();
    await visitor.route("**/console/api/v1/**", (route) => route.abort());
    await visitor.getByRole("searchbox").fill("oracle");
    await visitor.keyboard.press("Enter");
    await visitor.getByText("The service does not respond").first().waitFor();
    expect(await visitor.getByRole("searchbox").inputValue()).toBe("oracle");
    await visitor.unroute("**/console/api/v1/**");
    await visitor.getByRole("button", { name: "Try again" }).first().click();
    await visitor.getByRole("region", { name: "Projects found" }).waitFor();
  });

  it("filter on a phone in a dialog, which closes on Escape", async () => {
    const visitor = await at("/projects", { viewport: { width: 360, height: 740 }, hasTouch: true });
    await visitor.getByRole("button", { name: "Filters" }).click();
    const dialog = visitor.getByRole("dialog", { name: "Filters" });
    await dialog.getByRole("checkbox", { name: "Winners only" }).check();
    await visitor.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await visitor.getByRole("button", { name: "Filters (1)" }).waitFor();
    expect(query(visitor)).toEqual({ winnersOnly: "true" });
  });
});
