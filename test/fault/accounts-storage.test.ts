/** accounts.db is locked by another process, or its disk is full: reads are answered, writes get 503, nothing 500. */
import { cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { OperationId } from "../../src/contract/api/operations.ts";
import { ageSessions, lockAccounts } from "../acceptance/harness/account-rows.ts";
import { ConsoleServer, goodPassword, newConsole, Visitor } from "../acceptance/harness/console.ts";
import { Service, useService } from "../acceptance/harness/service.ts";
import { copyOfDemo } from "../acceptance/harness/shared-demo.ts";
import { fillDisk, mountSmallDisk } from "./small-disk.ts";

/** The defaults: limits that are off are not stored. */
const limitsOn = {
  PRIORART_LIMIT_SEARCH: "",
  PRIORART_LIMIT_ANALYSIS: "",
  PRIORART_LIMIT_ME: "",
  PRIORART_LIMIT_SUGGESTIONS: "",
  PRIORART_LIMIT_FEEDBACK: "",
  PRIORART_LIMIT_CONCURRENCY_WAIT: "60000",
};

const reads: [OperationId, object | undefined][] = [
  ["getStatus", undefined],
  ["getMe", undefined],
  ["getFilters", undefined],
  ["searchProjects", { limit: 1 }],
  ["searchArchives", { query: "wallet" }],
  ["analyze", { cohort: {}, dimensions: ["tracks"] }],
];
const writes: [OperationId, object][] = [
  ["sendFeedback", { category: "other", message: "x" }],
  ["suggestSource", { url: "https://example.org/" }],
];

async function expectReadsAnswered(service: Service, token: string): Promise<void> {
  for (const [id, json] of reads) {
    const { status } = await service.ask(id, { token, json });
    expect([id, status]).toEqual([id, 200]);
  }
}

async function expectWritesRefused(service: Service, token: string): Promise<void> {
  const asked = writes.map(async ([id, json]) => {
    const { status, code, retryable, headers } = await service.refusal(id, { token, json });
    expect([id, status, code, retryable]).toEqual([id, 503, "SERVICE_UNAVAILABLE", true]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });
  await Promise.all(asked);
}

describe("while another process holds the write lock of accounts.db", () => {
  const service = useService({ env: limitsOn });

  it("writes wait for it without blocking anything else, and complete when it is released", async () => {
    const release = lockAccounts(service().data);
    const order: string[] = [];
    const written = Promise.all(
      [service().tokens.ada, service().tokens.bob].flatMap((token) =>
        writes.map(async ([id, json]) => {
          const { status } = await service().ask(id, { token, json });
          order.push(`${id} ${status}`);
        }),
      ),
    );
    try {
      for (let i = 0; i < 20; i++) {
        expect((await fetch(`${service().url}/healthz`)).status).toBe(200);
        order.push("healthz");
      }
    } finally {
      release();
    }
    await written;
    // Each write would have blocked the process for its whole busy timeout.
    expect(order.slice(0, 20)).toEqual(Array(20).fill("healthz"));
    expect(order.slice(20).sort()).toEqual([
      "sendFeedback 201",
      "sendFeedback 201",
      "suggestSource 201",
      "suggestSource 201",
    ]);
  });

  it("reads are answered and counted, and writes get 503 when they have waited long enough", async () => {
    const { demo } = service().tokens;
    const release = lockAccounts(service().data);
    try {
      await expectReadsAnswered(service(), demo);
      const analyses = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const answer = await service().ask("analyze", {
            token: demo,
            json: { cohort: {}, dimensions: ["tracks"] },
          });
          return answer.status;
        }),
      );
      // One of ten per minute was used before; the limit still applies.
      expect(analyses.sort()).toEqual([...Array(9).fill(200), 429]);
      await expectWritesRefused(service(), demo);
    } finally {
      release();
    }
    for (const [id, json] of writes)
      expect((await service().ask(id, { token: demo, json })).status).toBe(201);
  });
});

it("with a full disk reads are answered, writes get 503, and both recover once there is space", async ({
  skip,
}) => {
  const disk = mountSmallDisk(8);
  if (disk === null) return skip("a small file system can be mounted by root only");
  const service = new Service(await copyOfDemo(), limitsOn);
  onTestFinished(() => service.dispose());
  for (const name of readdirSync(service.data).filter((file) => file.startsWith("accounts.db"))) {
    cpSync(join(service.data, name), join(disk, name));
    rmSync(join(service.data, name));
  }
  symlinkSync(join(disk, "accounts.db"), join(service.data, "accounts.db"));
  await service.start();
  const { ada } = service.tokens;
  const filler = fillDisk(disk, 0);
  await expectReadsAnswered(service, ada);
  await expectWritesRefused(service, ada);
  rmSync(filler);
  for (const [id, json] of writes) expect((await service.ask(id, { token: ada, json })).status).toBe(201);
});

/** Writes answer 503; reads are answered. */
async function expectConsoleRefuses(ada: Visitor, stranger: Visitor, secret: string): Promise<void> {
  const asked = {
    generateToken: ada.outcome("generateToken", {}),
    revokeToken: ada.outcome("revokeToken"),
    inviteMember: ada.outcome("inviteMember", { email: "eve@example.org", role: "member" }),
    changePassword: ada.outcome("changePassword", {
      currentPassword: goodPassword,
      newPassword: `${goodPassword} staple`,
    }),
    signIn: stranger.outcome("signIn", { email: "ada@example.org", password: goodPassword }),
    acceptInvitation: stranger.outcome("acceptInvitation", { secret, password: goodPassword }),
    signOut: ada.outcome("signOut"),
  };
  for (const [id, outcome] of Object.entries(asked))
    expect([id, ...(await outcome)]).toEqual([id, 503, "SERVICE_UNAVAILABLE"]);
  expect(await ada.email()).toBe("ada@example.org");
  expect((await ada.get("getToken")).token?.status).toBe("active");
}

async function consoleWith(
  server: ConsoleServer,
): Promise<[ada: Visitor, stranger: Visitor, secret: string]> {
  onTestFinished(() => server.dispose());
  await server.start();
  const ada = await server.member("ada@example.org", "--admin");
  await ada.get("generateToken", {});
  ageSessions(server.data);
  return [ada, new Visitor(server), await server.invite("bob@example.org")];
}

it("with accounts.db locked the console reads, and answers 503 to writes", async () => {
  const server = await newConsole();
  const visitors = await consoleWith(server);
  const release = lockAccounts(server.data);
  try {
    await expectConsoleRefuses(...visitors);
  } finally {
    release();
  }
  expect(await visitors[0].outcome("revokeToken")).toEqual([200, undefined]);
});

it("with a full disk the console reads, and answers 503 to writes", async ({ skip }) => {
  const disk = mountSmallDisk(8);
  if (disk === null) return skip("a small file system can be mounted by root only");
  const server = new ConsoleServer(join(disk, "data"));
  const visitors = await consoleWith(server);
  const filler = fillDisk(disk, 0);
  await expectConsoleRefuses(...visitors);
  rmSync(filler);
  expect(await visitors[0].outcome("revokeToken")).toEqual([200, undefined]);
});
