/** What an application may register, and how it is stored. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanClientName } from "./clients.ts";
import { type OpenedOAuth, openOAuth, redirectUri } from "./oauth.case.ts";

let it: OpenedOAuth;
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(() => it.close());

const register = (redirectUris: string[], address = "192.0.2.2") =>
  it.oauth.register({ name: " B\n", redirectUris }, address);

test("what was registered is found by its id, each redirect URI once", async () => {
  const local = "http://127.0.0.1/";
  const client = await register([redirectUri, local, redirectUri]);
  expect(client).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: "B",
    redirectUris: [redirectUri, local],
    createdAt: it.clock.now,
  });
  expect(await it.oauth.findClient(client.id)).toEqual(client);
  expect(await it.oauth.findClient("unknown")).toBeNull();
});

test("one to ten redirect URIs are accepted, and the message names the one that is not", async () => {
  const uris = Array.from({ length: 11 }, (_, i) => `${redirectUri}/${i}`);
  expect((await register(uris.slice(1))).redirectUris).toHaveLength(10);
  for (const wrong of [[], uris])
    await expect(register(wrong)).rejects.toMatchObject({
      code: "invalid_redirect_uri",
      message: "redirect_uris: give 1 to 10",
    });
  await expect(register(["http://a.example/"])).rejects.toThrow(
    /^redirect_uris\[0\]: not accepted; use an https/,
  );
  await expect(register([redirectUri, "x"])).rejects.toMatchObject({
    code: "invalid_redirect_uri",
    message: expect.stringContaining("redirect_uris[1]"),
  });
});

test("an address has twenty registrations an hour; malformed ones do not count", async () => {
  for (let wrong = 0; wrong < 21; wrong++) await expect(register([])).rejects.toThrow("give 1 to 10");
  for (let sent = 0; sent < 20; sent++) await register([redirectUri]);
  const refusal = await register([redirectUri]).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "temporarily_unavailable" });
  const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
  expect([retryAfterSeconds > 3_500, retryAfterSeconds <= 3_600]).toEqual([true, true]);
  expect(refusal).toMatchObject({ name: "OAuthError", message: expect.stringMatching(/wait 3\d{3} s$/) });
  await register([redirectUri], "192.0.2.3");
  // Counted apart from sign-ups, and under a digest of the address.
  const counted = await it.db.selectFrom("limit_counter").select("key").execute();
  expect(counted.map(({ key }) => key.replace(/[0-9a-f]{32}$/, "…"))).toEqual(
    Array(3).fill("oauth-client:…"),
  );
});

test("2,000 clients may be registered, and one whose grant has not ended is not removed", async () => {
  await it.connect();
  const row = { name: "", redirect_uris: "[]", created_at: it.clock.now };
  const rows = Array.from({ length: 1_998 }, (_, i) => ({ ...row, id: `c${i}` }));
  await it.db.insertInto("oauth_client").values(rows).execute();
  await register([redirectUri]);
  await expect(register([redirectUri])).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
  // The unused ones are removed after a day, which makes place.
  it.clock.now += 86_400_000;
  await register([redirectUri]);
  const left = await it.db.selectFrom("oauth_client").select("id").execute();
  expect(left.map(({ id }) => id)).toContain(it.clientId);
  expect(left).toHaveLength(2);
});

test.each([
  ["Assistant", "Assistant"],
  ["  a \t b\r\nc  ", "a b c"],
  ["Bank\u202e\u0000\u200bx", "Bank x"],
  ["e\u0301", "\u00e9"],
  [`x${"\u0302".repeat(5)}y`, `x${"\u0302".repeat(2)}y`],
  ["x".repeat(80), "x".repeat(80)],
  ["x".repeat(81), `${"x".repeat(79)}…`],
  ["😀".repeat(80), "😀".repeat(80)],
  ["😀".repeat(81), `${"😀".repeat(79)}…`],
  ["", ""],
])("the name %j is stored as %j", (name, stored) => {
  expect(cleanClientName(name)).toBe(stored);
});
