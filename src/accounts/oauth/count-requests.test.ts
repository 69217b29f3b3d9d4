/** The limit of requests without a token, per address. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { OAUTH_REQUESTS } from "./count-requests.ts";
import { type OpenedOAuth, openOAuth } from "./oauth.case.ts";

let it: OpenedOAuth;
beforeEach(async () => {
  it = await openOAuth();
});
afterEach(() => it.close());

test("an address has its requests per minute, an IPv6 network counts as one, others are unaffected", async () => {
  const count = (address: string) => it.oauth.countRequest(address);
  for (let sent = 0; sent < OAUTH_REQUESTS; sent++) await count(`2001:db8::${sent.toString(16)}`);
  await expect(count("2001:db8::ffff")).rejects.toMatchObject({
    code: "temporarily_unavailable",
    message: expect.stringMatching(/^At most 120 requests per minute from one address; wait \d+ s$/),
  });
  await count("2001:db8:0:1::1");
});
