/** The samples are run for real by test/browser/console-token.test.ts; here is what they hold. */
import { describe, expect, it } from "vitest";
import { curlSample, javascriptSample, pythonSample, sampleBody } from "./sample-code.ts";

const samples = { curlSample, javascriptSample, pythonSample };
const origin = "https://research.example.org";

describe.each(Object.entries(samples))("%s", (_, sample) => {
  it("holds the address and, while it is at hand, the token", () => {
    const code = sample({ origin, token: "pa_abc" });
    expect(code).toContain(`${origin}/api/v1/search/projects`);
    expect(code).toContain("pa_abc");
    expect(code).toContain(JSON.stringify(sampleBody.query));
    expect(code).not.toContain("PRIORART_TOKEN");
  });

  it("reads the token from the environment where it cannot be shown again", () => {
    const code = sample({ origin, token: null });
    expect(code).toContain("PRIORART_TOKEN");
    expect(code).not.toContain("null");
  });
});
