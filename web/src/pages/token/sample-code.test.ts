/** Tests the text of the samples; test/browser/console-token.test.ts runs them. */
import { describe, expect, it } from "vitest";
import {
  claudeCodeSample,
  curlSample,
  javascriptSample,
  mcpServersSample,
  pythonSample,
  sampleBody,
} from "./sample-code.ts";

const samples = { curlSample, javascriptSample, pythonSample };
const origin = "https://research.example.org";

describe.each(Object.entries(samples))("%s", (_, sample) => {
  it("contains the URL and, while it is known, the token", () => {
    const code = sample({ origin, token: "pa_abc" });
    expect(code).toContain(`${origin}/api/v1/search/projects`);
    expect(code).toContain("pa_abc");
    expect(code).toContain(JSON.stringify(sampleBody.query));
    expect(code).not.toContain("PRIORART_TOKEN");
  });

  it("reads the token from the environment when it is no longer known", () => {
    const code = sample({ origin, token: null });
    expect(code).toContain("PRIORART_TOKEN");
    expect(code).not.toContain("null");
  });
});

describe.each(Object.entries({ claudeCodeSample, mcpServersSample }))("%s", (_, sample) => {
  it("contains the address for agents, and the token or where to put it", () => {
    expect(sample({ origin, token: "pa_abc" })).toContain(`${origin}/mcp`);
    expect(sample({ origin, token: "pa_abc" })).toContain("Bearer pa_abc");
    expect(sample({ origin, token: null })).toContain("PRIORART_TOKEN");
  });
});
