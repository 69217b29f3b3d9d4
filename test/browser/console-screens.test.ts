/** Screenshots of every page in light, dark and at phone width; none is wider than its window. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../acceptance/cli-harness.ts";
import { findBrowser } from "./browser.ts";
import { acceptInvitation, generateToken, shoot, useConsole } from "./console.ts";

const executable = findBrowser();

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

const looks: readonly { name: string; options: BrowserContextOptions }[] = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { colorScheme: "light", ...phone } },
  {
    name: "phone-dark",
    options: { colorScheme: "dark", ...phone },
  },
];

describe.skipIf(executable === null)("pictures of the console", () => {
  const open = useConsole(executable, { env: { PRIORART_SIGN_UP: "example.org" } });

  beforeAll(async () => {
    if (executable === null) return;
    const { server, token } = open();
    const post = async (path: string, body: object) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(201);
    };
    await post("/source-suggestions", {
      url: "https://papers.example.com/settlement/",
      name: "Settlement papers",
      reason:
        "Twelve years of working papers on settlement risk, with data.\nQuoted by three of our documents.",
    });
    await post("/source-suggestions", { url: "https://forum.example.com/c/grants?tag=invoices" });
    await post("/feedback", {
      category: "quality",
      severity: "high",
      message: "Searching for escrow in Portuguese brings nothing.\nIn English there are nine projects.",
      context: { query: "depósito de garantia", expected: ["netforty"] },
    });
    await post("/feedback", { category: "suggestion", message: "A filter for the team's size would help." });
    const file = join(server.data, "letters.jsonl");
    await writeFile(file, '{"title": 7}\n{"id": "nonsense"}\nno JSON at all\n');
    await run(["import", "archive", file, "--data", server.data]);
  });

  for (const { name, options } of looks) {
    const at = (page: Page, picture: string) => look(page, `${picture}-${name}`);

    it(`${name}: the pages without a session`, async () => {
      const { server, visit } = open();
      const page = await visit("", options);
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      await at(page, "sign-in");
      await page.getByLabel("E-mail").fill("nobody@example.org");
      await page.getByLabel("Password").fill("not the right one");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await at(page, "sign-in-refused");
      await page.getByRole("link", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "Sign up" }).waitFor();
      await at(page, "sign-up");
      await page.goto(`${server.url}/console/invitation/used-up`);
      await page.getByRole("alert").waitFor();
      await at(page, "invitation-used");
      await page.goto(`${server.url}/console/invitation/${await server.invite(`new-${name}@example.org`)}`);
      await page.getByRole("button", { name: "Accept the invitation" }).waitFor();
      await page.getByLabel("Password").fill("short");
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await at(page, "invitation");
    });

    it(`${name}: the pages of members and of administrators`, async () => {
      const { server, visit } = open();
      const page = await visit(
        `invitation/${await server.invite("demo@priorart.example", "--admin")}`,
        options,
      );
      await acceptInvitation(page);
      const go = async (place: string, sign: string) => {
        await page.goto(`${server.url}/console/${place}`);
        await page.getByText(sign).first().waitFor();
      };
      await go("token", "Your token");
      await at(page, "token");
      await page.getByRole("button", { name: "Regenerate" }).click();
      await look(page, `token-regenerate-${name}`, false);
      await page.getByRole("dialog").getByRole("button", { name: "Regenerate" }).click();
      await page.getByRole("textbox", { name: "Your new token" }).waitFor();
      await page.getByRole("button", { name: "Try it" }).click();
      await page.getByRole("list", { name: "Projects found" }).waitFor();
      await at(page, "token-new");
      await go("profile", "Leonor Valadas");
      await page.locator("summary", { hasText: "Submission" }).first().click();
      await at(page, "profile");
      await go("resources", "Event page");
      await at(page, "resources");
      await go("faqs", "questions");
      await page.locator("summary").first().click();
      await at(page, "faqs");
      await go("faqs?q=zzzzz", "No question matches");
      await at(page, "faqs-none");
      await go("account", "Change the password");
      await at(page, "account");
      await go("members", "me-only@example.org");
      await at(page, "members");
      await page.getByRole("button", { name: "Manage ada@example.org" }).click();
      await look(page, `members-manage-${name}`, false);
      await page.getByRole("button", { name: "New invitation" }).click();
      await page.getByLabel("Invitation link").waitFor();
      await look(page, `members-link-${name}`, false);
      await go("suggestions", "Settlement papers");
      await at(page, "suggestions");
      await page.getByRole("button", { name: "Approve" }).first().click();
      await look(page, `suggestions-approve-${name}`, false);
      await go("feedback", "Searching for escrow");
      await at(page, "feedback");
      await go("corpus", "Machine");
      await at(page, "corpus");
      await go("sources", "Documents");
      await at(page, "sources");
      await page.getByRole("button", { name: "Add a source" }).click();
      await look(page, `sources-add-${name}`, false);
      await go("audit", "Invited a member");
      await at(page, "audit");
      await go("nowhere", "There is no page at this address");
      await at(page, "not-found");
      if (options.viewport === undefined) return;
      await page.getByRole("button", { name: "Menu" }).click();
      await at(page, "menu");
    });

    it(`${name}: a new member`, async () => {
      const { server, visit } = open();
      const page = await visit(`invitation/${await server.invite(`empty-${name}@example.org`)}`, options);
      await acceptInvitation(page);
      await at(page, "token-none");
      await generateToken(page);
      await page.goto(`${server.url}/console/profile`);
      await page.getByText("No profile yet").waitFor();
      await at(page, "profile-none");
    });
  }

  async function look(page: Page, name: string, whole = true): Promise<void> {
    const wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(wide, `${name} is wider than its window`).toBeLessThanOrEqual(0);
    await shoot(page, name, whole);
  }
});
