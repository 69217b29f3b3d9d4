import { expect, it } from "vitest";
import { asHttpError, HttpError } from "./http-error.ts";

const failed = (code?: unknown) => new TypeError("fetch failed for https://x/?key=hush", { cause: { code } });

it.each([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
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
  expect(asHttpError(failed()).cause).toBeInstanceOf(TypeError);
});

it("an HttpError is returned unchanged, also as the cause", () => {
  const refused = new HttpError("refused", "private");
  expect(asHttpError(refused)).toBe(refused);
  expect(asHttpError(new TypeError("fetch failed", { cause: refused }))).toBe(refused);
  expect(refused).not.toHaveProperty("cause");
});
