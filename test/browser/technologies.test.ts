/** The technologies where no project has any. */
import { describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("technologies, where none is known", () => {
  const open = useConsole(executable);

  const textAt = async (path: string, ...options: string[]) => {
    const page = await (await open().member(`${options.length}-${path.length}@example.org`, ...options))("/");
    await page.route("**/technologies/top", async (route) => {
      const body = (await (await route.fetch()).json()) as Record<string, unknown>;
      await route.fulfill({ json: { ...body, results: [] } });
    });
    await page.goto(`${open().server.url}${path}`);
    const title = page.getByText(/^No technology is known/);
    await title.waitFor();
    return title.locator("..").innerText();
  };

  it("tells members in a plain sentence, and only administrators about the command", async () => {
    const member = await textAt("/technologies");
    expect(member).not.toMatch(/priorart|filter/i);
    expect(member).toContain("Analyze");
    expect(await textAt("/technologies", "--admin")).toContain("priorart scan");
  });

  it("mentions filters where some are set", async () => {
    expect(await textAt("/technologies?winnersOnly=true")).toContain("Remove a filter");
    expect(await textAt("/technologies?kind=chains&view=trends")).toContain("Remove a filter");
  });
});
