import { expect, it } from "vitest";
import { asHttpError, HttpError } from "./http-error.ts";

const failed = (code?: unknown) => Object.assign(new Error("failed for https://x/?key=hush"), { code });

it.each([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
])("%s means that nothing was sent", (code) => {
  expect(asHttpError(failed(code))).toMatchObject({
    kind: "unreachable",
    message: `no connection (${code})`,
  });
});

it("any other failure may have come after the request was sent; only a system code is reported", () => {
  expect(asHttpError(failed("ECONNRESET")).message).toBe("the connection failed (ECONNRESET)");
  for (const code of [undefined, 5, "key=hush"])
    expect(asHttpError(failed(code))).toMatchObject({ kind: "broken", message: "the connection failed" });
  expect(asHttpError(failed()).cause).toMatchObject({ message: expect.stringContaining("hush") });
});

it("an HttpError is returned unchanged", () => {
  const refused = new HttpError("refused", "private");
  expect(asHttpError(refused)).toBe(refused);
  expect(refused).not.toHaveProperty("cause");
});
