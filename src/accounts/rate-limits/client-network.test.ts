import { expect, test } from "vitest";
import { clientNetwork } from "./client-network.ts";

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["2001:DB8:1:2::1", "2001:0db8:0001:0002::9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
])("%s and %s belong to one network", (one, other) => {
  expect(clientNetwork(one)).toBe(clientNetwork(other));
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:3::1"],
  ["203.0.113.9", "203.0.113.8"],
  ["unknown", "elsewhere"],
])("%s and %s belong to two networks", (one, other) => {
  expect(clientNetwork(one)).not.toBe(clientNetwork(other));
});

test("the address cannot be recovered from the digest", () => {
  expect(clientNetwork("203.0.113.9")).toMatch(/^[0-9a-f]{32}$/);
});
