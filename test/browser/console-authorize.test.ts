/** The page of consent: an application asks, the member signs in and allows it, sees it, and revokes it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { type Asked, askFor, redeem, register } from "../acceptance/harness/oauth.ts";
import { expectAccessible } from "./axe.ts";
import { findBrowser } from "./browser.ts";
import { follow, password, shoot, useConsole } from "./console.ts";

const executable = findBrowser();
/** Hidden and reordering characters, and markup. */
const hostile = "Helper\u202e <img src=x onerror=alert(1)>\n\u200bof the bank";

describe.skipIf(executable === null)("an application that asks for access", () => {
  let application: Server;
  let callback = "";
  const open = useConsole(executable, {
    prepare: async () => {
      application = createServer((_, response) => {
        response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Back</title>");
      });
      await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
      const origin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
      callback = `${origin}/callback`;
      return { env: {}, otherOrigins: [origin] };
    },
  });
  afterAll(() => application?.close());

  const newClient = async (client_name: string) =>
    (await register(open().server, { client_name, redirect_uris: [callback] })).body.client_id as string;
  const ask = (clientId: string, change: Record<string, string | null> = {}): Asked & { place: string } => {
    const asked = askFor(clientId, { redirect_uri: callback, ...change });
    return { ...asked, place: `authorize?${asked.request}` };
  };

  it("is allowed after a sign-in at the same address, with the chosen scopes; is listed, and revoked", async () => {
    const { server, enter, visit } = open();
    await enter("consent@example.org");
    const id = await newClient(hostile);
    const { place, verifier } = ask(id, { scope: "priorart:read priorart:me" });

    const page = await visit(place);
    await page.getByLabel("E-mail").fill("consent@example.org");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Connect an application" }).waitFor();
    await page.getByRole("button", { name: "Allow" }).waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toContain(
      "Helper <img src=x onerror=alert(1)> of the bank asks to use this service as you.",
    );
    expect(text).toContain(`A program on this computer (${new URL(callback).host})`);
    expect(text).toContain("consent@example.org");
    await expectAccessible(page, "the page of consent");
    await shoot(page, "authorize-light");

    await page.getByLabel("priorart:me").uncheck();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL((url) => url.href.startsWith(callback));
    const answer = new URL(page.url()).searchParams;
    expect([answer.get("state"), answer.get("iss")]).toEqual(["s-1", server.url]);
    const { body } = await redeem(
      { server, id },
      { code: answer.get("code")!, verifier },
      { redirect_uri: callback },
    );
    expect(body.scope).toBe("priorart:read");
    const atMcp = async () =>
      (
        await fetch(`${server.url}/mcp`, {
          method: "POST",
          headers: {
            Accept: "application/json, text/event-stream",
            "Content-Type": "application/json",
            Authorization: `Bearer ${body.access_token}`,
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        })
      ).status;
    expect(await atMcp()).toBe(200);

    await page.goto(`${server.url}/console/`);
    await follow(page, "API token");
    const table = page.getByRole("table", { name: "Connected applications" });
    expect(await table.innerText()).toContain("Helper <img src=x onerror=alert(1)> of the bank");
    await expectAccessible(page, "the token page with a connected application");
    await page.getByRole("button", { name: /^Revoke Helper/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await table.waitFor({ state: "detached" });
    expect(await atMcp()).toBe(401);
  });

  it("gets an error when the member denies it; a request that cannot be granted redirects only on a click", async () => {
    const { server, enter } = open();
    const page = await enter("deny@example.org");
    const id = await newClient("");
    await page.goto(`${server.url}/console/${ask(id).place}`);
    await page.getByText("An application without a name").waitFor();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.waitForURL((url) => url.href.startsWith(callback));
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");

    await page.goto(`${server.url}/console/${ask(id, { code_challenge_method: "plain" }).place}`);
    await page.getByText("This request cannot be granted").waitFor();
    await expectAccessible(page, "a request that cannot be granted");
    await page.getByRole("button", { name: "Return to the application" }).click();
    await page.waitForURL((url) => url.href.startsWith(callback));
    expect(new URL(page.url()).searchParams.get("error")).toBe("invalid_request");

    const foreign = ask(id, { redirect_uri: "https://evil.example/callback" });
    await page.goto(`${server.url}/console/${foreign.place}`);
    await page.getByText("did not register").waitFor();
    expect(await page.getByRole("button", { name: "Return to the application" }).count()).toBe(0);
  });
});
