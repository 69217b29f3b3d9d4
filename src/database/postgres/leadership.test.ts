/** Which of several servers leads, over a real PostgreSQL. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLeadership, type Leadership } from "../../main/leadership.ts";
import { postgresAt } from "../database-at.case.ts";
import { openDatabase } from "../open-database.ts";
import { lockNumber } from "./postgres-driver.ts";

let servers: Leadership[];

function addServer(): Leadership {
  const { schema, migrate, ...database } = postgresAt("leadership");
  const server = createLeadership({ dataDir: "/nowhere", database });
  servers.push(server);
  return server;
}

beforeEach(() => {
  servers = [];
});
afterEach(() => Promise.all(servers.map((server) => server.close())));

/** As a host that vanishes, or a network that breaks, ends it. */
async function endConnections(): Promise<void> {
  const db = await openDatabase<object>(postgresAt("leadership-admin"), { migrations: [async () => {}] });
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and (classid::bigint << 32) | objid::bigint = ${lockNumber("priorart schedule priorart_catalog")}::bigint`.execute(
    db,
  );
  await db.destroy();
}

it("one of three leads, and keeps leading", async () => {
  const three = [addServer(), addServer(), addServer()];
  const leads = await Promise.all(three.map((server) => server.isHeld()));
  expect(leads.filter(Boolean)).toHaveLength(1);
  expect(await Promise.all(three.map((server) => server.isHeld()))).toEqual(leads);
});

it("another takes over when the leader stops, and when its connection breaks: never two", async () => {
  const [first, second, third] = [addServer(), addServer(), addServer()];
  expect(await first.isHeld()).toBe(true);
  expect(await second.isHeld()).toBe(false);
  await first.close();
  expect(await second.isHeld()).toBe(true);
  expect(await third.isHeld()).toBe(false);
  await endConnections();
  expect(await third.isHeld()).toBe(true);
  // It learns that it lost the lead, and does not get it back.
  await expect.poll(() => second.isHeld()).toBe(false);
  expect(await third.isHeld()).toBe(true);
});
