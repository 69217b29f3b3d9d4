import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../lifetime.ts";
import { Browser, goodPassword, openSignIn } from "./sign-in.case.ts";

type Opened = Awaited<ReturnType<typeof openSignIn>>;
let it: Opened;
let browser: Browser;
beforeEach(async () => {
  it = await openSignIn();
  browser = new Browser();
});
afterEach(() => it.close());

async function invited(email = "ada@example.org", role: "member" | "admin" = "member") {
  const { secret } = await it.accounts.invite(email, role);
  return secret;
}

async function accepted(email = "ada@example.org", role: "member" | "admin" = "member") {
  const secret = await invited(email, role);
  return browser.take(
    await it.signIn.acceptInvitation({ secret, password: goodPassword }, browser.visitor()),
  );
}

const who = async (visitor = browser) => (await it.signIn.session(visitor.visitor().headers)).member;
const enter = (email: string, password: string, visitor = browser) =>
  it.signIn.signIn({ email, password }, visitor.visitor());

describe("an invitation", () => {
  test("sets the password and signs in, with the role that it was for", async () => {
    const secret = await invited("Grace@Example.org", "admin");
    expect(await it.signIn.invitation(secret, browser.visitor())).toMatchObject({
      email: "grace@example.org",
      role: "admin",
    });
    const { cookies } = browser.take(
      await it.signIn.acceptInvitation({ secret, password: goodPassword }, browser.visitor()),
    );
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(
      /^priorart\.session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await who()).toMatchObject({ email: "grace@example.org", role: "admin", emailVerified: true });
    const other = new Browser();
    other.take(await enter(" GRACE@example.org", goodPassword, other));
    expect(await who(other)).toEqual(await who());
  });

  test("works once, and is reported as used afterwards", async () => {
    const secret = await invited();
    const accept = () =>
      it.signIn.acceptInvitation({ secret, password: goodPassword }, new Browser().visitor());
    const outcomes = await Promise.allSettled([accept(), accept(), accept()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(it.signIn.invitation(secret, browser.visitor())).rejects.toThrow(/has already been used/);
  });

  test("expires after seven days, and a clock set back does not revive it once the expiry was observed", async () => {
    const secret = await invited();
    it.clock.ahead = 7 * DAY_MS - 60_000;
    await it.signIn.invitation(secret, browser.visitor());
    it.clock.ahead = 7 * DAY_MS;
    await expect(it.signIn.invitation(secret, browser.visitor())).rejects.toThrow(/has expired/);
    it.clock.ahead = 0;
    await expect(
      it.signIn.acceptInvitation({ secret, password: goodPassword }, browser.visitor()),
    ).rejects.toThrow(/has expired/);
  });

  test("is replaced by a newer one; unknown and replaced ones are reported differently", async () => {
    const first = await invited();
    await invited();
    await expect(it.signIn.invitation(first, browser.visitor())).rejects.toThrow(/newest link/);
    await expect(it.signIn.invitation(first.slice(1), browser.visitor())).rejects.toThrow(
      /Unknown invitation/,
    );
  });

  describe("without a password", () => {
    const link = async (email = "demo@example.org") =>
      (await it.accounts.openSignInLink(email, "admin")).secret;
    const here = (visitor = browser) => ({ ...visitor.visitor(), isLocal: true });

    test("signs in on this machine, once, as an administrator; earlier sessions stay valid", async () => {
      const other = new Browser();
      other.take(await it.signIn.acceptInvitation({ secret: await link() }, here(other)));
      const secret = await link();
      expect(await it.signIn.invitation(secret, here())).toMatchObject({ needsPassword: false });
      const accept = () => it.signIn.acceptInvitation({ secret }, here());
      const outcomes = await Promise.allSettled([accept(), accept(), accept()]);
      const [entered] = outcomes.filter((one) => one.status === "fulfilled");
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      browser.take(entered!.value);
      const demo = { email: "demo@example.org", role: "admin", emailVerified: true };
      expect([await who(), await who(other)]).toMatchObject([demo, demo]);
      await expect(accept()).rejects.toThrow(/already been used; sign in, or start the service again/);
    });

    test("asks for one elsewhere, like any invitation", async () => {
      const secret = await link();
      expect(await it.signIn.invitation(secret, browser.visitor())).toMatchObject({ needsPassword: true });
      await expect(it.signIn.acceptInvitation({ secret }, browser.visitor())).rejects.toThrow(
        "password: missing",
      );
      const password = goodPassword;
      browser.take(await it.signIn.acceptInvitation({ secret, password }, browser.visitor()));
      expect(await enter("demo@example.org", goodPassword)).toMatchObject({ cookies: [expect.anything()] });
    });

    test("expires after a day", async () => {
      const secret = await link();
      it.clock.ahead = DAY_MS - 60_000;
      await it.signIn.invitation(secret, here());
      it.clock.ahead = DAY_MS;
      await expect(it.signIn.acceptInvitation({ secret }, here())).rejects.toThrow(
        "expired; start the service again for a new one",
      );
    });

    test("keeps the role that a member has after the first one", async () => {
      await it.signIn.acceptInvitation({ secret: await link() }, here());
      await invited("grace@example.org", "admin");
      await it.signIn.acceptInvitation(
        { secret: await invited("grace@example.org", "admin"), password: goodPassword },
        new Browser().visitor(),
      );
      await it.accounts.changeRole({ email: "demo@example.org" }, "member");
      browser.take(await it.signIn.acceptInvitation({ secret: await link() }, here()));
      expect(await who()).toMatchObject({ email: "demo@example.org", role: "member" });
    });

    test("is not what other invitations are, on any machine", async () => {
      const secret = await invited();
      expect(await it.signIn.invitation(secret, here())).toMatchObject({ needsPassword: true });
      await expect(it.signIn.acceptInvitation({ secret }, here())).rejects.toThrow("password: missing");
    });
  });

  test("for a member with a password sets a new one and ends the sessions; an administrator stays one", async () => {
    await accepted("ada@example.org", "admin");
    const before = browser;
    browser = new Browser();
    const secret = await invited("ada@example.org", "member");
    browser.take(
      await it.signIn.acceptInvitation({ secret, password: "another good one" }, browser.visitor()),
    );
    expect(await who(before)).toBeNull();
    expect((await who())?.role).toBe("admin");
    await expect(enter("ada@example.org", goodPassword)).rejects.toThrow(/do not match/);
  });
});

describe("signing in", () => {
  test("answers a wrong password, an unknown account and an account without password alike", async () => {
    await accepted();
    await it.accounts.addMember("no-password@example.org");
    const messages = new Set<string>();
    for (const email of ["ada@example.org", "eve@example.org", "no-password@example.org"]) {
      const error = await enter(email, "wrong password").catch((refusal: Error) => refusal);
      messages.add(`${(error as Error).name}: ${(error as Error).message}`);
    }
    expect([...messages]).toEqual([expect.stringMatching(/^SignInError: E-mail and password do not match/)]);
  });

  test("gives the browser a new session each time, and ends the one before", async () => {
    await accepted();
    const old = new Map(browser.cookies);
    browser.take(await enter("ada@example.org", goodPassword));
    expect(browser.cookies.get("priorart.session")).not.toBe(old.get("priorart.session"));
    expect(await who()).not.toBeNull();
    const left = new Browser();
    for (const [name, value] of old) left.cookies.set(name, value);
    expect(await who(left)).toBeNull();
  });

  test("an account is locked for an hour after ten wrong passwords, from any address, across a restart; existing or not", async () => {
    await accepted();
    for (const email of ["ada@example.org", "eve@example.org"]) {
      for (let i = 0; i < 10; i++) {
        const visitor = new Browser();
        visitor.address = `2001:db8:${i}::1`;
        await expect(enter(email, "wrong password", visitor)).rejects.toThrow(/do not match/);
      }
      it.signIn = await it.restart();
      const refusal = await enter(email, goodPassword).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ kind: "too many" });
      expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3000);
      expect((refusal as Error).message).toMatch(/wait (?:60|5\d) minutes/);
    }
  });

  test("the correct password clears earlier failures", async () => {
    await accepted();
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 7; i++)
        await expect(enter("ada@example.org", "wrong password")).rejects.toThrow(/do not match/);
      await enter("ada@example.org", goodPassword);
    }
  });

  test("one network has thirty attempts a minute", async () => {
    for (let i = 0; i < 30; i++) await it.signIn.countAttempt(`2001:db8:1:2::${i}`);
    const refusal = await it.signIn.countAttempt("2001:db8:1:2::99").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: "too many", message: expect.stringMatching(/wait \d\d? s,/) });
    await it.signIn.countAttempt("2001:db8:1:3::1");
  });
});

describe("a session", () => {
  test("ends by signing out, by removal, and by an administrator", async () => {
    for (const end of [
      async () => {
        const { cookies } = await it.signIn.signOut(browser.visitor().headers);
        expect(cookies).toEqual([expect.stringMatching(/^priorart\.session=; Max-Age=0;/)]);
      },
      async () => void (await it.accounts.endSessions({ email: "ada@example.org" })),
      () => it.accounts.removeMember({ email: "ada@example.org" }),
    ]) {
      await accepted();
      expect(await who()).not.toBeNull();
      await end();
      expect(await who()).toBeNull();
    }
  });

  test("ends after seven days without use", async () => {
    await accepted();
    await it.db
      .updateTable("session")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    const { member, cookies } = await it.signIn.session(browser.visitor().headers);
    expect([member, cookies.length]).toEqual([null, 1]);
    expect(cookies[0]).toMatch(/Max-Age=0/);
    expect(await it.db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  test("is extended by use, but not beyond thirty days", async () => {
    await accepted();
    const inTwoDays = Date.now() + 2 * DAY_MS;
    await it.db.updateTable("session").set({ expires_at: inTwoDays }).execute();
    const { cookies } = browser.take(await it.signIn.session(browser.visitor().headers));
    expect(cookies[0]).toMatch(/Max-Age=604800/);
    const { expires_at } = await it.db.selectFrom("session").select("expires_at").executeTakeFirstOrThrow();
    expect(expires_at).toBeGreaterThan(inTwoDays);
    it.clock.ahead = 30 * DAY_MS;
    expect(await who()).toBeNull();
    it.clock.ahead = 0;
    expect(await who()).toBeNull();
  });

  test("is unavailable while the database cannot be read", async () => {
    await accepted();
    await sql`alter table session rename to elsewhere`.execute(it.db);
    for (const refused of [it.signIn.session, it.signIn.signOut])
      await expect(refused(browser.visitor().headers)).rejects.toMatchObject({ kind: "unavailable" });
    await sql`alter table elsewhere rename to session`.execute(it.db);
    expect((await who())?.email).toBe("ada@example.org");
  });

  test("of another server, made up or changed, signs in no member", async () => {
    await accepted();
    const foreign = await openSignIn({ secret: "another secret of another server, also long" });
    const cookie = browser.cookies.get("priorart.session")!;
    expect((await foreign.signIn.session(browser.visitor().headers)).member).toBeNull();
    await foreign.close();
    const stolen = await it.db.selectFrom("session").select("token").executeTakeFirstOrThrow();
    for (const value of ["", "x", `${cookie}x`, cookie.replace(/^../, "zz"), stolen.token, "%", "a.b"]) {
      browser.cookies.set("priorart.session", value);
      expect([value, await who()]).toEqual([value, null]);
    }
  });

  test("has a cookie bound to the host and to https where the service has https", async () => {
    const secure = await openSignIn({ origin: () => "https://research.example.org" });
    const { secret } = await secure.accounts.invite("ada@example.org", "member");
    const { cookies } = await secure.signIn.acceptInvitation(
      { secret, password: goodPassword },
      browser.visitor(),
    );
    await secure.close();
    expect(cookies[0]).toMatch(
      /^__Host-priorart\.session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});

describe("changing the password", () => {
  test("ends every other session, and issues a new one for this browser", async () => {
    await accepted();
    const elsewhere = new Browser();
    elsewhere.take(await enter("ada@example.org", goodPassword, elsewhere));
    const change = {
      member: (await who())!,
      currentPassword: goodPassword,
      newPassword: "a better password",
    };
    const before = browser.cookies.get("priorart.session");
    browser.take(await it.signIn.changePassword(change, browser.visitor()));
    expect(browser.cookies.get("priorart.session")).not.toBe(before);
    expect([await who(elsewhere), (await who())?.email]).toEqual([null, "ada@example.org"]);
    await expect(enter("ada@example.org", goodPassword)).rejects.toThrow(/do not match/);
    await enter("ada@example.org", "a better password");
  });

  test("requires the current one, and counts wrong ones with those of signing in", async () => {
    await accepted();
    const member = (await who())!;
    const change = { member, currentPassword: "not this one", newPassword: "a better password" };
    for (let i = 0; i < 10; i++)
      await expect(it.signIn.changePassword(change, browser.visitor())).rejects.toMatchObject({
        kind: "credentials",
        message: expect.stringMatching(/current password is wrong/),
      });
    await expect(it.signIn.changePassword(change, browser.visitor())).rejects.toMatchObject({
      kind: "too many",
    });
    await expect(enter("ada@example.org", goodPassword)).rejects.toMatchObject({ kind: "too many" });
  });
});

describe("signing up", () => {
  const signUp = (email: string, password = goodPassword) =>
    it.signIn.signUp({ email, password }, browser.visitor());

  test("is disabled without domains, and open to exactly those listed", async () => {
    await expect(signUp("ada@example.org")).rejects.toThrow(/invited/);
    await it.close();
    it = await openSignIn({ signUpDomains: ["example.org"] });
    for (const email of ["a@example.com", "a@sub.example.org", "a@xexample.org", "a@example.org.example.com"])
      await expect(signUp(email)).rejects.toThrow(/open to addresses of example\.org/);
    await signUp("Ada@example.org");
    browser.take(await enter("ada@example.org", goodPassword));
    expect(await who()).toMatchObject({ role: "member", emailVerified: false });
  });

  test("neither reveals nor changes an existing member", async () => {
    await it.close();
    it = await openSignIn({ signUpDomains: ["example.org"] });
    await accepted();
    await signUp("ada@example.org", "the password of a stranger");
    await expect(enter("ada@example.org", "the password of a stranger")).rejects.toThrow(/do not match/);
    await enter("ada@example.org", goodPassword);
  });

  test("gives no access to personal data, and the verified owner of the address takes the account over", async () => {
    await it.close();
    it = await openSignIn({ signUpDomains: ["example.org"] });
    await signUp("ada@example.org");
    const stranger = new Browser();
    stranger.take(await enter("ada@example.org", goodPassword, stranger));
    const member = { email: "ada@example.org" };
    await expect(it.accounts.issueToken(member, ["acme:me"])).rejects.toThrow(/needs an e-mail address/);
    const { token } = await it.accounts.issueToken(member);
    expect((await it.accounts.authenticate(token))?.scopes).toEqual(["acme:read"]);
    await accepted();
    expect(await who()).toMatchObject({ emailVerified: true });
    expect([await who(stranger), await it.accounts.authenticate(token)]).toEqual([null, null]);
    const owners = await it.accounts.issueToken(member);
    expect((await it.accounts.authenticate(owners.token))?.scopes).toEqual(["acme:read", "acme:me"]);
  });

  test("five new accounts an hour are allowed from one address", async () => {
    await it.close();
    it = await openSignIn({ signUpDomains: ["example.org"] });
    for (let i = 0; i < 5; i++) await signUp(`member${i}@example.org`);
    await expect(signUp("one-more@example.org")).rejects.toMatchObject({ kind: "too many" });
  });
});

test("no file contains a password, an invitation's secret, a client's address or a browser's name", async () => {
  const secret = await invited();
  const visitor = browser.visitor();
  visitor.headers.set("user-agent", "Telltale/1.0");
  browser.take(await it.signIn.acceptInvitation({ secret, password: goodPassword }, visitor));
  await enter("ada@example.org", goodPassword);
  const folder = dirname(it.path);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    for (const private_ of [goodPassword, secret, browser.address, "Telltale"])
      expect([name, private_, bytes.includes(private_)]).toEqual([name, private_, false]);
  }
});
