/** Errors that every operation returns: registers the tests in the file of an operation. */
import { describe, expect, it } from "vitest";
import { type Operation, type OperationId, operations } from "../../../src/contract/api/operations.ts";
import { checkError } from "./answers.ts";
import { holdPlaces } from "./held-requests.ts";
import { attachTo, type Call, outcome, Service, type SharedService } from "./service.ts";
import { inTurn } from "./shared-demo.ts";

/** 1 MB. */
export const maxBodyBytes = 1_048_576;

export interface RefusalCases {
  service: () => SharedService;
  id: OperationId;
  /** A request that succeeds. */
  valid: Call;
}

export function describeRefusals(cases: RefusalCases): void {
  const operation: Operation = operations[cases.id];
  describe("401 and 403", () => refusesStrangers(cases, operation));
  describe("404", () => refusesOtherMethods(cases, operation));
  if (operation.concurrencyLimited) describe("429", () => refusesCrowds(cases, operation));
  if (operation.method === "POST") describe("the body", () => checksBodies(cases, operation));
}

function refusesStrangers({ service, id, valid }: RefusalCases, operation: Operation): void {
  it("401 without a token, and says how to send one", async () => {
    const refusal = await service().refusal(id, { ...valid, token: null });
    expect(outcome(refusal)).toEqual([401, "UNAUTHORIZED"]);
    expect(refusal.headers.get("www-authenticate")).toBe("Bearer");
    expect(refusal.error).toContain("Authorization: Bearer");
  });

  it("401 with something that is not a token", async () => {
    // Bad tokens are limited by address, and all files use one server.
    const address = `192.0.2.${Object.keys(operations).indexOf(id) + 1}`;
    for (const Authorization of ["Basic YTpi", `Bearer ${service().tokens.ada.slice(0, -1)}`]) {
      const headers = { Authorization, "X-Forwarded-For": address };
      const refusal = await service().refusal(id, { ...valid, token: null, headers });
      expect(outcome(refusal)).toEqual([401, "UNAUTHORIZED"]);
    }
  });

  if (operation.scope === "any") {
    it("200 with a token of whatever scopes", async () => {
      for (const token of [service().tokens.meOnly, service().tokens.readOnly])
        expect((await service().ask(id, { ...valid, token })).status).toBe(operation.successStatus);
    });
    return;
  }

  it("403 with a token that lacks the scope, which the answer names", async () => {
    const { meOnly, readOnly } = service().tokens;
    const [lacking, having] = operation.scope === "me" ? [readOnly, meOnly] : [meOnly, readOnly];
    const refusal = await service().refusal(id, { ...valid, token: lacking });
    expect(outcome(refusal)).toEqual([403, "FORBIDDEN"]);
    expect(refusal.error).toContain(`priorart:${operation.scope}`);
    const { status } = await service().ask(id, { ...valid, token: having });
    expect(status).toBe(operation.successStatus);
  });
}

function refusesOtherMethods({ service, id, valid }: RefusalCases, operation: Operation): void {
  it("404 to another method, naming the one there is", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", operation.method === "GET" ? "POST" : "GET"]) {
      const answer = await service().ask(id, { params: valid.params, method });
      checkError(answer, method);
      expect([answer.status, answer.headers.get("allow")?.split(", ")[0]]).toEqual([404, operation.method]);
    }
  });
}

function refusesCrowds(cases: RefusalCases, operation: Operation): void {
  it("429 while two requests of the account are in flight, not one more and only for that account", async () => {
    const own = cases.service();
    if (own instanceof Service && own.isOwn) await refusesCrowd(own, cases, operation);
    else await inTurn(async () => refusesCrowd(await attachTo("limitedService"), cases, operation));
  });
}

async function refusesCrowd(service: Service, { id, valid }: RefusalCases, { successStatus }: Operation) {
  const { bob, ada } = service.tokens;
  const held = await holdPlaces(service, { token: bob, count: 2 });
  try {
    const refusal = await service.refusal(id, { ...valid, token: bob });
    expect([...outcome(refusal), refusal.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "1"]);
    expect((await service.ask(id, { ...valid, token: ada })).status).toBe(successStatus);
    expect(await held.finish()).toEqual([200, 200]);
  } finally {
    held.abandon();
  }
  // After the responses the slots are free again.
  expect((await service.ask(id, { ...valid, token: bob })).status).toBe(successStatus);
}

function checksBodies({ service, id, valid }: RefusalCases, { successStatus }: Operation): void {
  const json = { "Content-Type": "application/json" };
  const text = JSON.stringify(valid.json);
  const send = async (raw: string | Uint8Array, headers: Record<string, string> = json) =>
    outcome(await service().refusal(id, { raw, headers }));

  it("400 INVALID_JSON when it is not JSON in UTF-8", async () => {
    for (const raw of ["{", "{}{}", "query", `${text},`, "\u0000", "{'query': 'x'}", "[1,]", "NaN"])
      expect([raw, ...(await send(raw))]).toEqual([raw, 400, "INVALID_JSON"]);
    expect(
      await send(Buffer.from([...Buffer.from('{"query": "'), 0xff, 0xfe, ...Buffer.from('"}')])),
    ).toEqual([400, "INVALID_JSON"]);
  });

  it("400 INVALID_QUERY when it is JSON but no object", async () => {
    for (const raw of ["null", "[]", `[${text}]`, '"query"', "1", "true"])
      expect([raw, ...(await send(raw))]).toEqual([raw, 400, "INVALID_QUERY"]);
  });

  it("400 BAD_REQUEST when it is empty", async () => {
    expect(await send("")).toEqual([400, "BAD_REQUEST"]);
  });

  it("413 above 1 MB, declared or not, and not at 1 MB", async () => {
    const padded = (bytes: number) => text.padEnd(bytes);
    expect(Buffer.byteLength(padded(maxBodyBytes))).toBe(maxBodyBytes);
    expect((await service().ask(id, { raw: padded(maxBodyBytes), headers: json })).status).toBe(
      successStatus,
    );
    expect(await send(padded(maxBodyBytes + 1))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    for (const [bytes, status] of [
      [maxBodyBytes, successStatus],
      [maxBodyBytes + 1, 413],
    ] as const) {
      const chunked = await fetch(service().address(operations[id], valid), {
        method: "POST",
        headers: service().headers({ headers: json }),
        body: new Blob([padded(bytes)]).stream(),
        duplex: "half",
      } as RequestInit);
      expect(chunked.status).toBe(status);
      await chunked.body?.cancel();
    }
  });

  it("415 for another type, charset or encoding", async () => {
    const refused: Record<string, string>[] = [
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/x-www-form-urlencoded" },
      { "Content-Type": "application/json; charset=iso-8859-1" },
      { "Content-Type": "application/json; charset=utf-16" },
      { ...json, "Content-Encoding": "gzip" },
      { ...json, "Content-Encoding": "br" },
    ];
    for (const headers of refused)
      expect([headers, ...(await send(text, headers))]).toEqual([headers, 415, "UNSUPPORTED_MEDIA_TYPE"]);
    const { gzipSync } = await import("node:zlib");
    expect(await send(gzipSync(text), { ...json, "Content-Encoding": "gzip" })).toEqual([
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ]);
  });

  it(`${successStatus} for JSON in every accepted dress`, async () => {
    const accepted: Record<string, string>[] = [
      { "Content-Type": "application/json; charset=utf-8" },
      { "Content-Type": 'Application/JSON;charset="UTF-8"' },
      { ...json, "Content-Encoding": "identity" },
    ];
    for (const headers of accepted)
      expect((await service().ask(id, { raw: text, headers })).status).toBe(successStatus);
    // Bytes, not text: no Content-Type is then sent at all.
    expect((await service().ask(id, { raw: Buffer.from(text) })).status).toBe(successStatus);
  });

  it("is read after the token and the scope", async () => {
    const headers = { "Content-Type": "text/plain" };
    expect((await service().refusal(id, { raw: "{", headers, token: null })).status).toBe(401);
    const { meOnly } = service().tokens;
    expect((await service().refusal(id, { raw: "{", headers, token: meOnly })).status).toBe(403);
  });
}
