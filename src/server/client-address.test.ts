/** Which address a request comes from. */
import { expect, test } from "vitest";
import { parseIpRange } from "../contract/values/ip-ranges.ts";
import { clientAddresses, socketAddress } from "./client-address.ts";
import type { ServerContext } from "./context.ts";

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { header: (name: string) => (name === "x-forwarded-for" ? forwarded : undefined) },
  }) as unknown as ServerContext;

test("of a connection is its normalized address, read once; without a connection it is unknown", () => {
  expect(socketAddress(request("::ffff:192.0.2.7"))).toBe("192.0.2.7");
  expect(socketAddress(request(undefined))).toBe("unknown");
  for (const env of [undefined, {}, { incoming: {} }])
    expect(socketAddress({ env } as unknown as ServerContext)).toBe("unknown");
  const socket = { remoteAddress: "192.0.2.7" };
  const context = { env: { incoming: { socket } } } as unknown as ServerContext;
  expect(socketAddress(context)).toBe("192.0.2.7");
  socket.remoteAddress = "198.51.100.1";
  expect(socketAddress(context)).toBe("192.0.2.7");
});

test.each([
  ["nobody is trusted", "192.0.2.7", "203.0.113.9", "192.0.2.7", false],
  ["a trusted proxy reports it", "10.0.0.1", "203.0.113.9", "203.0.113.9", true],
  ["two trusted proxies report it", "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9", true],
  ["the caller wrote more to the left", "10.0.0.1", "1.1.1.1,203.0.113.9 , 10.0.0.2", "203.0.113.9", true],
  ["a proxy reports no address", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1", true],
  ["a proxy reports nothing", "10.0.0.1", undefined, "10.0.0.1", true],
  ["all that is reported is trusted", "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3", true],
  ["it is of IPv6", "10.0.0.1", "2001:DB8::1", "2001:db8::1", true],
  ["a proxy adds ports", "10.0.0.1", "203.0.113.9:4711, 10.0.0.2:80", "203.0.113.9", true],
  ["a proxy adds a port to IPv6", "10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1", true],
] as const)("where %s", (...[, socket, forwarded, expected, viaTrustedProxy]) => {
  const addresses = clientAddresses([parseIpRange("10.0.0.0/8")!]);
  const context = request(socket, forwarded);
  expect(addresses.of(context)).toBe(expected);
  expect(addresses.viaTrustedProxy(context)).toBe(viaTrustedProxy);
});
