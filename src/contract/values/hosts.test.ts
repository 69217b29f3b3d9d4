import { BlockList, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostOf, isLocalName, isPublicIp, namesLoopback, namesPublicHost } from "./hosts.ts";

/** The IANA registries of special-purpose addresses, and multicast: an oracle with Node's own range matching. */
const special = new BlockList();
for (const [range, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  special.addSubnet(range, bits, isIPv6(range) ? "ipv6" : "ipv4");
const assigned = new BlockList();
assigned.addSubnet("2000::", 3, "ipv6");

describe("isPublicIp agrees with the registries", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const first = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 223, 224, 255, 8);
  const second = fc.oneof(
    octet,
    fc.constantFrom(0, 15, 16, 18, 19, 20, 31, 32, 51, 63, 64, 127, 128, 168, 254),
  );

  it("for IPv4, mapped into IPv6 too", () => {
    fc.assert(
      fc.property(fc.oneof(first, octet), second, octet, octet, (...octets) => {
        const address = octets.join(".");
        const expected = !special.check(address, "ipv4");
        expect([address, isPublicIp(address)]).toEqual([address, expected]);
        expect(isPublicIp(`::ffff:${address}`)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("for IPv6, however it is written", () => {
    const head = fc.constantFrom(
      0,
      0x64,
      0x100,
      0x1fff,
      0x2001,
      0x2002,
      0x2620,
      0x2a00,
      0x3fff,
      0x4000,
      0xfe80,
    );
    const group = fc.oneof(fc.constantFrom(0, 1, 0x1ff, 0x200, 0xdb8, 0x4f, 0x8000), fc.nat(0xffff));
    fc.assert(
      fc.property(head, fc.array(group, { minLength: 7, maxLength: 7 }), (start, rest) => {
        const groups = [start, ...rest].map((part) => part.toString(16));
        const full = groups.map((part) => part.padStart(4, "0").toUpperCase()).join(":");
        const short = hostOf(new URL(`http://[${groups.join(":")}]/`));
        const mapped = /^::ffff:/.test(short);
        if (mapped) return;
        const expected = assigned.check(short, "ipv6") && !special.check(short, "ipv6");
        for (const spelling of [groups.join(":"), full, short])
          expect([spelling, isPublicIp(spelling)]).toEqual([spelling, expected]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "nonsense",
    "",
    "example.org",
    "1.2.3.4/",
    "8.8.8.8@x",
    "8.8.8.8:80",
    "[2606:50c0:8000::153]",
    "::ffff",
    "fe80::1%eth0",
  ])("and refuses %j", (text) => {
    expect(isPublicIp(text)).toBe(false);
  });
});

it("local names are recognized by their suffix", () => {
  for (const name of ["localhost", "a.local", "b.INTERNAL.", "x.home.arpa", "single"])
    expect([name, isLocalName(name)]).toEqual([name, true]);
  for (const name of ["example.org", "local.example.org", "home.arpa.example", "mylocal.org", "a.xlocal"])
    expect([name, isLocalName(name)]).toEqual([name, false]);
});

it("the host of a URL is an address or a name, without brackets and trailing dot", () => {
  expect(hostOf(new URL("https://[2606:50C0::1]:8443/"))).toBe("2606:50c0::1");
  expect(hostOf(new URL("https://Example.ORG.:8443/"))).toBe("example.org");
  expect(hostOf(new URL("http://0x7f.1/"))).toBe("127.0.0.1");
});

it("loopback is recognized in every spelling", () => {
  for (const host of [
    "localhost",
    "LOCALHOST.",
    "127.0.0.1",
    "127.9.9.9",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
  ])
    expect([host, namesLoopback(new URL(`http://${host}/`))]).toEqual([host, true]);
  for (const host of ["example.org", "localhost.example.org", "10.0.0.1", "128.0.0.1", "[::2]", "0.0.0.0"])
    expect([host, namesLoopback(new URL(`http://${host}/`))]).toEqual([host, false]);
});

it("a public host is a public address, or a well-formed name that is not local", () => {
  const long = `${"a.".repeat(125)}org`;
  for (const host of ["example.org", "8.8.8.8", "[2606:50c0:8000::153]", "_x.example.org", long])
    expect([host, namesPublicHost(new URL(`http://${host}/`))]).toEqual([host, true]);
  for (const host of [
    "localhost",
    "10.0.0.1",
    "[::1]",
    "-a.org",
    "a-.org",
    `a${long}`,
    `${"a".repeat(64)}.org`,
  ])
    expect([host, namesPublicHost(new URL(`http://${host}/`))]).toEqual([host, false]);
});
