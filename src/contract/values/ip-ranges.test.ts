import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInRanges, isIpAddress, isLoopbackIp, normalIpAddress, parseIpRange } from "./ip-ranges.ts";

describe("parseIpRange", () => {
  it.each(["10.0.0.0/8", "127.0.0.1", "0.0.0.0/0", "::1", "fd00::/8", "2001:db8::1/128", "192.168.1.1/32"])(
    "takes %s",
    (text) => {
      expect(parseIpRange(text)).not.toBeNull();
    },
  );

  it.each([
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/",
    "10.0.0.0/a",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/ 8",
    "10",
    "0x7f.1",
    "010.0.0.1",
    "10.0.0.256",
    "localhost",
    "[::1]",
    "",
    "/8",
  ])("refuses %j", (text) => {
    expect(parseIpRange(text)).toBeNull();
  });
});

describe("isInRanges", () => {
  it("agrees with node:net for both families", () => {
    const ip = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("127.0.0.1", "::1", "10.1.2.3", "fd00::1"));
    fc.assert(
      fc.property(ip, ip, fc.nat(32), (address, first, bits) => {
        const family = (text: string) => (isIP(text) === 4 ? "ipv4" : "ipv6");
        const list = new BlockList();
        list.addSubnet(first, bits, family(first));
        // In node:net, ::/0 contains IPv4 addresses too; here a range contains addresses of its own family only.
        fc.pre(isIP(address) === isIP(first));
        expect(isInRanges(address, [parseIpRange(`${first}/${bits}`)!])).toBe(
          list.check(address, family(address)),
        );
      }),
    );
  });

  it("reads an IPv4 address mapped into IPv6 as that address", () => {
    const ranges = [parseIpRange("10.0.0.0/8")!];
    expect(isInRanges("::ffff:10.1.2.3", ranges)).toBe(true);
    expect(isInRanges("::ffff:11.1.2.3", ranges)).toBe(false);
    expect(isInRanges("nonsense", ranges)).toBe(false);
    expect(isInRanges("10.1.2.3", [])).toBe(false);
  });
});

it("addresses are normalized", () => {
  expect(normalIpAddress("::FFFF:203.0.113.9")).toBe("203.0.113.9");
  expect(normalIpAddress("2001:DB8:0::1")).toBe("2001:db8::1");
  expect(normalIpAddress("203.0.113.9")).toBe("203.0.113.9");
  expect(normalIpAddress("unknown")).toBe("unknown");
  expect(["1", "127.1", "::g", "a:b", "1.2.3.4:5"].map(isIpAddress)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it("loopback is 127.0.0.0/8 and ::1", () => {
  expect(["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"].every(isLoopbackIp)).toBe(true);
  expect(["128.0.0.1", "10.0.0.1", "::2", "localhost", ""].some(isLoopbackIp)).toBe(false);
});
