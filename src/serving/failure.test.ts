import { expect, it } from "vitest";
import { errorOf } from "./failure.ts";

it("an error of another thread has the message of its stack, and the stack", () => {
  const lines = "SegmentError: a.seg: cut short\nRun publish";
  const stack = `${lines}\n    at read (a.js:1:2)\n    at b.js:3:4`;
  expect(errorOf(stack)).toMatchObject({ message: "a.seg: cut short\nRun publish", stack });
  expect(errorOf("Error [ERR_WORKER_OUT_OF_MEMORY]: too much").message).toBe("too much");
  expect(errorOf("the thread ended").message).toBe("the thread ended");
});
