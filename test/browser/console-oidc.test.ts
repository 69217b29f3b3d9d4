/** Sign-in through an identity provider on another site, in a real browser: cookies must survive the redirects. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { client, type IdentityProvider, startProvider } from "../acceptance/harness/identity-provider.ts";
import { findBrowser } from "./browser.ts";
import { firstHeading, follow, generateToken, shoot, useConsole } from "./console.ts";

const executable = findBrowser();

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

describe.skipIf(executable === null)("the identity provider's button", () => {
  let provider: IdentityProvider;
  const open = useConsole(executable, {
    prepare: async () => {
      // To a browser, localhost and 127.0.0.1 are two sites.
      const home = `http://localhost:${await freePort()}`;
      provider = await startProvider({
        emailInIdToken: true,
        redirectUri: `${home}/console/auth/oauth2/callback/oidc`,
      });
      const env = {
        PRIORART_PORT: new URL(home).port,
        PRIORART_PUBLIC_URL: home,
        PRIORART_OIDC_ISSUER: provider.issuer,
        PRIORART_OIDC_CLIENT_ID: client.id,
        PRIORART_OIDC_CLIENT_SECRET: client.secret,
        PRIORART_OIDC_NAME: "The Institute",
      };
      return { env, otherOrigins: [provider.issuer] };
    },
  });
  afterAll(() => provider?.close());

  it("redirects to the provider and back, signed in", async () => {
    const { server, visit } = open();
    await server.invite("grace@example.org");
    provider.person = { sub: "g1", email: "grace@example.org", email_verified: true };
    const page = await visit();
    await page.getByRole("button", { name: "Continue with The Institute" }).waitFor();
    await shoot(page, "sign-in-oidc-light");
    await page.getByRole("button", { name: "Continue with The Institute" }).click();
    await page.getByRole("heading", { name: firstHeading }).waitFor();
    await follow(page, "API token");
    await generateToken(page);
    await page.reload();
    await page.getByText("grace@example.org").first().waitFor();
  });

  it("links a second identity once the account's holder signs in and confirms", async () => {
    const { visit } = open();
    const page = await visit();
    const sign = async (sub: string) => {
      provider.person = { sub, email: "grace@example.org", email_verified: true };
      await page.context().clearCookies({ name: "priorart.session" });
      await page.reload();
      await page.getByRole("button", { name: "Continue with The Institute" }).click();
    };
    await page.context().clearCookies();
    await sign("g2");
    await page
      .getByRole("alert")
      .filter({ hasText: "There is an account with your e-mail address" })
      .waitFor();
    await sign("g1");
    await page.getByText("Link your identity at The Institute?").waitFor();
    await shoot(page, "link-identity-light");
    await page.getByRole("button", { name: "Link", exact: true }).click();
    await page.getByText("The identity is linked").waitFor();
    await page.context().clearCookies();
    await sign("g2");
    await page.getByRole("heading", { name: firstHeading }).waitFor();
  });

  it("shows a stranger, and a user who cancels, what to do", async () => {
    const page = await open().visit();
    const outcomes = [
      [
        { sub: "s1", email: "stranger@example.org", email_verified: true },
        "Ask an administrator for an invitation",
      ],
      [
        { sub: "s2", email: "grace@example.org", email_verified: false },
        "has not verified your e-mail address",
      ],
      [null, "The sign-in was canceled"],
    ] as const;
    for (const [person, words] of outcomes) {
      provider.person = person;
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Continue with The Institute" }).click();
      await page.getByRole("alert").filter({ hasText: words }).waitFor();
      expect(page.url()).toContain("?problem=");
    }
  });
});
