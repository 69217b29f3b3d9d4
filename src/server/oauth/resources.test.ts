import { expect, test } from "vitest";
import { resourceMetadata, serverMetadata } from "./metadata.ts";
import { audienceOf, metadataPath } from "./resources.ts";

const origin = "https://research.example.org";

test.each([
  ["/mcp", "mcp"],
  ["/mcp/", "mcp"],
  ["/api/v1", "api"],
  ["/api/v1/", "api"],
  ["", "any"],
  ["/", "any"],
  ["//", null],
  ["/mcp/more", null],
  ["/mc/p", null],
  ["/api", null],
  [".evil.example/mcp", null],
])("the resource %j of this origin is for %s", (path, audience) => {
  expect(audienceOf(`${origin}${path}`, origin)).toBe(audience);
});

test("another origin's resource is for none", () => {
  for (const resource of ["https://evil.example/mcp", "http://research.example.org/mcp", "", "/mcp"])
    expect(audienceOf(resource, origin)).toBeNull();
});

test("each resource has metadata of its own, below one path", () => {
  expect((["mcp", "api", "any"] as const).map(metadataPath)).toEqual([
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource/api/v1",
    "/.well-known/oauth-protected-resource",
  ]);
});

test("a resource's metadata names it, this server, and the scopes that its clients need (RFC 9728)", () => {
  const of = (audience: "mcp" | "api" | "any") => resourceMetadata(audience, { origin, service: "acme" });
  const common = {
    authorization_servers: [origin],
    bearer_methods_supported: ["header"],
    resource_name: "Prior Art",
    resource_documentation: `${origin}/docs`,
  };
  const both = ["acme:read", "acme:me"];
  expect(of("mcp")).toEqual({ ...common, resource: `${origin}/mcp`, scopes_supported: ["acme:read"] });
  expect(of("api")).toEqual({ ...common, resource: `${origin}/api/v1`, scopes_supported: both });
  expect(of("any")).toEqual({ ...common, resource: origin, scopes_supported: both });
});

test("the server's metadata lists its endpoints and only what it supports (RFC 8414)", () => {
  expect(serverMetadata({ origin, service: "acme" })).toEqual({
    issuer: origin,
    authorization_endpoint: `${origin}/console/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: ["acme:read", "acme:me"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${origin}/docs`,
  });
});
