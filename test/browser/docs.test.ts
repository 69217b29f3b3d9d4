/** The API reference: for visitors, and for members, who try operations with their session. */
import { describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { shoot, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("/docs", () => {
  const open = useConsole(executable);

  it("is readable without a session: every operation, its fields, samples and errors", async () => {
    const { server, visit } = open();
    const page = await visit();
    await page.goto(`${server.url}/docs#/Projects/searchProjects`);
    const heading = page.getByRole("heading", { name: "Search projects", exact: true });
    await heading.waitFor();
    // Old and new anchors lead to the operation.
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("searchProjects");
    for (const { summary } of operationList)
      expect(await page.getByRole("heading", { name: summary, exact: true }).count()).toBe(1);
    const section = page.getByRole("region", { name: "Search projects", exact: true });
    expect(await section.innerText()).toContain("at most 500 characters");
    for (const status of ["200", "400", "401", "403", "413", "415", "429", "503"])
      expect(await section.getByText(status, { exact: true }).count()).toBe(1);
    await section
      .getByText(/\d+ fields of filters/)
      .first()
      .click();
    await section.getByText("winnersOnly").first().waitFor();
    await section.getByRole("tab", { name: "Python" }).click();
    expect(await section.getByRole("tabpanel").innerText()).toContain("urlopen");
  });

  it("tries GET /status and the example of a search with a pasted token", async () => {
    const { server, visit, token } = open();
    const page = await visit();
    await page.goto(`${server.url}/docs`);
    for (const [name, part] of [
      ["Check the token", '"authenticated": true'],
      ["Search the archive", '"searchTier"'],
    ] as const) {
      const section = page.getByRole("region", { name, exact: true });
      await section.getByText("Try it").click();
      // Pasted once, for all operations.
      if (name === "Check the token") await section.getByLabel("Token", { exact: true }).fill(token);
      await section.getByRole("button", { name: "Send the request" }).click();
      const response = section.getByRole("region", { name: /^Response:/ });
      await response.getByText("200", { exact: true }).waitFor();
      expect(await response.innerText()).toContain(part);
    }
  });

  it("tries operations as the member, with values that exist in the path, and says what is no JSON", async () => {
    const { server, enter } = open();
    const page = await enter("reader@example.org");
    await page.goto(`${server.url}/docs#getProject`);
    for (const name of [
      "Read one project",
      "Read one archive document",
      "Read one cluster",
      "Read one FAQ",
    ]) {
      const section = page.getByRole("region", { name, exact: true });
      await section.getByText("Try it").click();
      await expect
        .poll(() => section.getByRole("textbox").first().inputValue())
        .not.toMatch(/^(my-project|0b9f5a0e.*|)$/);
      await section.getByRole("button", { name: "Send the request" }).click();
      await section
        .getByRole("region", { name: /^Response:/ })
        .getByText("200", { exact: true })
        .waitFor();
    }
    const search = page.getByRole("region", { name: "Search projects", exact: true });
    await search.getByText("Try it").click();
    const body = search.getByLabel("Body (JSON)");
    await body.fill('{"query": ');
    expect(await search.getByText(/not JSON yet/).isVisible()).toBe(true);
    expect(await search.getByRole("button", { name: "Send the request" }).isDisabled()).toBe(true);
    await body.fill('{"querry": "wallet"}');
    await search.getByRole("button", { name: "Send the request" }).click();
    await search.getByText(/did you mean/).waitFor();
  });

  for (const [look, options] of [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["phone", { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true }],
  ] as const)
    it(`${look}: is accessible, and not wider than its window`, async () => {
      const { server, visit } = open();
      const page = await visit("sign-in", options);
      await page.goto(`${server.url}/docs`);
      const section = page.getByRole("region", { name: "Search projects", exact: true });
      await section.getByText("Try it").click();
      await section.getByText("Its fields").click();
      expect(
        await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"),
      ).toBeLessThanOrEqual(0);
      await expectAccessible(page, `docs ${look}`);
      await shoot(page, `docs-${look}`);
    });
});
