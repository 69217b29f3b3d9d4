/** Permissions: invitations, roles, sign-out everywhere, removal; and pages hidden from members. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./browser.ts";
import { acceptInvitation, choose, follow, generateToken, password, useConsole } from "./console.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("members and administrators", () => {
  const open = useConsole(executable);

  async function manage(page: Page, email: string) {
    await page.getByRole("button", { name: `Manage ${email}` }).click();
    return page.getByRole("dialog");
  }

  it("an administrator invites a member, who accepts; the link works once", async () => {
    const { visit, enter } = open();
    const admin = await enter("chief@example.org", "--admin");
    await follow(admin, "Members");
    await admin.getByRole("button", { name: "Invite a member" }).click();
    await admin.getByLabel("E-mail", { exact: true }).fill("Newcomer@Example.org");
    await admin.getByRole("button", { name: "Create the link" }).click();
    const link = await admin.getByLabel("Invitation link").inputValue();
    await admin.getByRole("button", { name: "Done" }).click();
    await admin.getByText("newcomer@example.org").waitFor();
    const place = new URL(link).pathname.replace("/console/", "");

    const member = await visit(place);
    await acceptInvitation(member);
    const links = await member.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
    const names = links.map((text) => text.trim().split("\n")[0]);
    expect(names).toEqual(
      expect.arrayContaining(["Home", "Projects", "API token", "Profile", "API reference"]),
    );
    for (const name of ["Members", "Suggestions", "Feedback", "Corpus"]) expect(names).not.toContain(name);
    const again = await visit(place);
    expect(await again.getByRole("alert").innerText()).toMatch(/invitation/i);
  });

  it("members see pages of administrators as unknown pages", async () => {
    const { server, enter } = open();
    const member = await enter("plain@example.org");
    for (const place of ["members", "suggestions", "feedback", "corpus"]) {
      await member.goto(`${server.url}/console/${place}`);
      await member.getByRole("heading", { name: "No such page" }).waitFor();
    }
    const asked = await member.evaluate(
      "Promise.all(['members', 'suggestions', 'feedback', 'corpus'].map((name) => fetch('/console/api/' + name).then((answer) => answer.status)))",
    );
    expect(asked).toEqual([403, 403, 403, 403]);
  });

  it("a changed role applies immediately, also to the pages that the member sees", async () => {
    const { server, enter } = open();
    const admin = await enter("boss@example.org", "--admin");
    const member = await enter("rises@example.org");
    await admin.goto(`${server.url}/console/members?q=rises`);
    const dialog = await manage(admin, "rises@example.org");
    await choose(dialog, "Role", "Administrator");
    await admin.getByText("The role is changed").waitFor();
    await member.reload();
    await member.getByRole("link", { name: "Corpus" }).waitFor();
    await choose(dialog, "Role", "Member");
    await admin.getByText("The role is changed").last().waitFor();
    await member.reload();
    await member.getByRole("heading", { name: "API token" }).waitFor();
    expect(await member.getByRole("link", { name: "Corpus" }).count()).toBe(0);
  });

  it("signing out everywhere ends a member's session, and the page offers the sign-in", async () => {
    const { server, enter } = open();
    const admin = await enter("guard@example.org", "--admin");
    const member = await enter("leaves@example.org");
    await admin.goto(`${server.url}/console/members?q=leaves`);
    await (await manage(admin, "leaves@example.org"))
      .getByRole("button", { name: "Sign out everywhere" })
      .click();
    await admin.getByText("1 session ended").waitFor();
    // The page learns it with its next request.
    await member.getByRole("link", { name: "Resources" }).click();
    await member.getByRole("heading", { name: "Sign in" }).waitFor();
    await member.getByText("You are signed out.").waitFor();
    await member.getByLabel("E-mail").fill("leaves@example.org");
    await member.getByLabel("Password").fill(password);
    await member.getByRole("button", { name: "Sign in" }).click();
    await member.getByRole("heading", { name: "Resources", level: 1 }).waitFor();
  });

  it("a removed member's token and session end, and the list no longer shows the member", async () => {
    const { server, enter } = open();
    const admin = await enter("ends@example.org", "--admin");
    const member = await enter("gone@example.org");
    const token = await generateToken(member);
    await admin.goto(`${server.url}/console/members?q=gone`);
    await (await manage(admin, "gone@example.org")).getByRole("button", { name: "Remove" }).click();
    await admin
      .getByRole("dialog", { name: "Remove gone@example.org?" })
      .getByRole("button", { name: "Remove" })
      .click();
    await admin.getByText("No member with this address").waitFor();
    const { status } = await fetch(`${server.url}/api/v1/status`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(status).toBe(401);
    await member.reload();
    await member.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("a new password ends other sessions; a wrong current one is reported", async () => {
    const { visit, enter } = open();
    const page = await enter("moves@example.org");
    const other = await visit("token");
    await other.getByLabel("E-mail").fill("moves@example.org");
    await other.getByLabel("Password").fill(password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByRole("heading", { name: "API token" }).waitFor();
    await follow(page, "Account");
    const change = async (current: string) => {
      await page.getByLabel("Current password").fill(current);
      await page.getByLabel("New password").fill("another long one");
      await page.getByLabel("Enter it again").fill("another long one");
      await page.getByRole("button", { name: "Change the password" }).click();
    };
    await change("not the right one");
    expect(await page.getByRole("alert").innerText()).toContain("The current password is wrong");
    // Still signed in: a wrong password does not end the session.
    await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
    await change(password);
    await page.getByText("The password is changed").waitFor();
    await other.reload();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("sign-up is closed unless domains are configured, and its page says so", async () => {
    const page = await open().visit("sign-up");
    await page.getByText("New members are invited").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });
});

describe.skipIf(executable === null)("sign-up for a domain", () => {
  const open = useConsole(executable, { env: { PRIORART_SIGN_UP: "example.org" } });

  it("creates an account with an unverified address; the pages explain it", async () => {
    const page = await open().visit();
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Sign up" }).waitFor();
    await page.getByLabel("E-mail").fill("walks-in@example.org");
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Enter it again").fill("something else");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("The passwords do not match.").waitFor();
    await page.getByLabel("Enter it again").fill(password);
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("If this address had no account, one was created").waitFor();
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await page.getByLabel("E-mail").fill("walks-in@example.org");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await follow(page, "API token");
    await page.getByRole("button", { name: "Generate a token" }).click();
    expect(await page.getByRole("dialog").getByRole("checkbox").count()).toBe(1);
    await page.keyboard.press("Escape");
    await follow(page, "Profile");
    await page.getByText("Your e-mail address is not verified").waitFor();
  });

  it("the last administrator keeps their role, and the dialog says why", async () => {
    const admin = await open().enter("only@example.org", "--admin");
    await follow(admin, "Members");
    await admin.getByRole("button", { name: "Manage only@example.org" }).click();
    const dialog = admin.getByRole("dialog");
    await choose(dialog, "Role", "Member");
    expect(await dialog.getByRole("alert").innerText()).toMatch(/administrator/);
    expect(await dialog.getByRole("button", { name: /Role$/ }).innerText()).toBe("Administrator");
  });

  it("refuses an address of another domain, with the reason", async () => {
    const page = await open().visit("sign-up");
    await page.getByLabel("E-mail").fill("someone@elsewhere.example");
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Enter it again").fill(password);
    await page.getByRole("button", { name: "Sign up" }).click();
    expect(await page.getByRole("alert").innerText()).toContain("example.org");
  });
});
