import { expect, it } from "vitest";
import { bytesToUuid, threadNumber, uuidToBytes } from "./archive-layout.ts";

it("a thread has one number, above 0 and exact, that differs for other names and other sources", () => {
  const number = threadNumber("forum", "42");
  expect(threadNumber("forum", "42")).toBe(number);
  const numbers = [
    number,
    threadNumber("forum", "43"),
    threadNumber("list", "42"),
    threadNumber("forum4", "2"),
    threadNumber("forum", ""),
  ];
  expect(new Set(numbers).size).toBe(5);
  for (const each of numbers) {
    expect(Number.isSafeInteger(each)).toBe(true);
    expect(each).toBeGreaterThan(0);
  }
  expect(threadNumber("forum", undefined)).toBe(0);
});

it("the number of a thread is that of segments already written", () => {
  expect(threadNumber("forum", "42")).toBe(200_528_434_268_554);
});

it("a UUID has 16 bytes, and its usual spelling again", () => {
  const uuid = "01234567-89ab-4cde-8f01-23456789abcd";
  const bytes = uuidToBytes(uuid);
  expect([...bytes]).toEqual([
    0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0x4c, 0xde, 0x8f, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd,
  ]);
  expect(bytesToUuid(bytes)).toBe(uuid);
  const within = new Uint8Array([9, 9, ...bytes, 9]).subarray(2, 18);
  expect(bytesToUuid(within)).toBe(uuid);
});
