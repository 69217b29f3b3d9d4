/** The sign-in library's storage, over the tables of accounts.db. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuth } from "./auth.ts";
import { openSignIn } from "./sign-in.case.ts";

type Opened = Awaited<ReturnType<typeof openSignIn>>;
type Adapter = Awaited<ReturnType<typeof createAuth>["$context"]>["adapter"];
let it: Opened;
let adapter: Adapter;
let auth: ReturnType<typeof createAuth>;
const noon = new Date("2026-03-01T12:00:00Z");

beforeEach(async () => {
  it = await openSignIn();
  auth = createAuth({
    db: it.db,
    secret: "a secret of the tests, long enough to pass",
    origin: "http://127.0.0.1:8787",
  });
  ({ adapter } = await auth.$context);
});
afterEach(() => it.close());

const addUser = (name: string, createdAt = noon) =>
  adapter.create<Record<string, unknown>>({
    model: "user",
    data: {
      email: `${name}@example.org`,
      emailVerified: false,
      name: "not stored",
      image: "not stored",
      createdAt,
      updatedAt: createdAt,
    },
  });
const three = async () => {
  for (const [hour, name] of ["cy", "ada", "bob"].entries())
    await addUser(name, new Date(noon.getTime() + hour * 3_600_000));
};

interface Where {
  field: string;
  value: string | number | boolean | string[] | number[] | Date | null;
  operator?: string;
  connector?: "AND" | "OR";
}
const namesOf = (users: { email: string }[]) => users.map(({ email }) => email.split("@")[0]);
const find = async (where: Where[], search: object = {}) =>
  namesOf(
    await adapter.findMany<{ email: string }>({
      model: "user",
      where: where as never,
      sortBy: { field: "email", direction: "asc" },
      ...search,
    }),
  );

test("a user is a member: names and pictures are not stored, times are milliseconds", async () => {
  const user = await addUser("ada");
  expect(user).toMatchObject({
    email: "ada@example.org",
    emailVerified: false,
    createdAt: noon,
    role: "member",
  });
  expect(await it.db.selectFrom("member").selectAll().execute()).toEqual([
    {
      id: user.id,
      email: "ada@example.org",
      role: "member",
      email_verified: 0,
      created_at: noon.getTime(),
      updated_at: noon.getTime(),
    },
  ]);
  const found = await adapter.findOne({ model: "user", where: [{ field: "id", value: user.id as string }] });
  expect(found).toEqual(user);
  expect(await adapter.findOne({ model: "user", where: [{ field: "id", value: "unknown" }] })).toBeNull();
});

test("a session has no address and no browser, a method none of the provider's tokens", async () => {
  const { id } = await addUser("ada");
  const common = { userId: id, createdAt: noon, updatedAt: noon };
  const session = { ...common, token: "t", expiresAt: noon, ipAddress: "192.0.2.1", userAgent: "Telltale" };
  await adapter.create({ model: "session", data: session });
  const tokens = {
    accessToken: "Telltale",
    refreshToken: "Telltale",
    idToken: "Telltale",
    scope: "Telltale",
  };
  const ends = { accessTokenExpiresAt: noon, refreshTokenExpiresAt: noon };
  const account = { ...common, ...tokens, ...ends, providerId: "credential", accountId: "x", password: "p" };
  await adapter.create({ model: "account", data: account });
  expect(await it.db.selectFrom("session").selectAll().execute()).toMatchObject([
    { member_id: id, token: "t", expires_at: noon.getTime() },
  ]);
  expect(await it.db.selectFrom("sign_in_method").selectAll().execute()).toMatchObject([
    { member_id: id, provider: "credential", subject: "x", password: "p", created_at: noon.getTime() },
  ]);
});

const email = (name: string) => `${name}@example.org`;
const conditions: [string, Where[], string[]][] = [
  ["equal", [{ field: "email", value: email("ada") }], ["ada"]],
  ["not equal", [{ field: "email", value: email("ada"), operator: "ne" }], ["bob", "cy"]],
  ["less", [{ field: "email", value: email("bob"), operator: "lt" }], ["ada"]],
  ["at most", [{ field: "email", value: email("bob"), operator: "lte" }], ["ada", "bob"]],
  ["greater", [{ field: "email", value: email("bob"), operator: "gt" }], ["cy"]],
  ["at least", [{ field: "email", value: email("bob"), operator: "gte" }], ["bob", "cy"]],
  ["one of", [{ field: "email", value: [email("cy"), email("ada")], operator: "in" }], ["ada", "cy"]],
  ["none of", [{ field: "email", value: [email("cy"), email("ada")], operator: "not_in" }], ["bob"]],
  ["a time", [{ field: "createdAt", value: noon, operator: "gt" }], ["ada", "bob"]],
  ["all", [], ["ada", "bob", "cy"]],
  [
    "both",
    [
      { field: "email", value: email("ada"), operator: "gt" },
      { field: "createdAt", value: noon, operator: "gt" },
    ],
    ["bob"],
  ],
  [
    "either",
    [
      { field: "email", value: email("ada"), connector: "OR" },
      { field: "email", value: email("cy"), connector: "OR" },
    ],
    ["ada", "cy"],
  ],
  [
    "either, and one more",
    [
      { field: "createdAt", value: noon, operator: "gt" },
      { field: "email", value: email("ada"), connector: "OR" },
      { field: "email", value: email("cy"), connector: "OR" },
    ],
    ["ada"],
  ],
];

test.each(conditions)("finds what is %s", async (_, where, names) => {
  await three();
  expect(await find(where)).toEqual(names);
  expect(await adapter.count({ model: "user", where: where as never })).toBe(names.length);
});

test("finds what is null, and what is not", async () => {
  const { id } = await addUser("ada");
  const account = (subject: string, password: string | null) => ({
    userId: id,
    providerId: "oidc",
    accountId: subject,
    password,
    createdAt: noon,
    updatedAt: noon,
  });
  await adapter.create({ model: "account", data: account("without", null) });
  await adapter.create({ model: "account", data: account("with", "p") });
  const subjects = async (operator: "eq" | "ne") => {
    const where = [{ field: "password", value: null, operator }];
    const found = await adapter.findMany<{ accountId: string }>({ model: "account", where });
    return found.map(({ accountId }) => accountId);
  };
  expect([await subjects("eq"), await subjects("ne")]).toEqual([["without"], ["with"]]);
});

test("refuses a condition that it does not know, instead of a wrong result", async () => {
  await three();
  await expect(find([{ field: "email", value: "a", operator: "contains" }])).rejects.toThrow(
    "accounts.db: no contains condition on email",
  );
});

test("returns a page in the order asked for; a hundred where no limit is given", async () => {
  await three();
  const sortBy = { field: "createdAt", direction: "desc" };
  expect(await find([], { sortBy })).toEqual(["bob", "ada", "cy"]);
  expect(await find([], { sortBy, limit: 1, offset: 1 })).toEqual(["ada"]);
  for (let more = 0; more < 98; more++) await addUser(`m${more}`);
  expect(await find([])).toHaveLength(100);
});

test("updates one and returns it, or null; updates and deletes several and counts them", async () => {
  await three();
  const where = [{ field: "email", value: email("ada") }];
  const update = { updatedAt: new Date(0) };
  expect(await adapter.update({ model: "user", where, update })).toMatchObject({
    email: email("ada"),
    ...update,
  });
  const nobody = [{ field: "email", value: "x" }];
  expect(await adapter.update({ model: "user", where: nobody, update })).toBeNull();
  expect(await find([{ field: "updatedAt", value: new Date(0) }])).toEqual(["ada"]);
  const later = [{ field: "createdAt", value: noon, operator: "gt" as const }];
  expect(await adapter.updateMany({ model: "user", where: later, update: { emailVerified: true } })).toBe(2);
  expect(await find([{ field: "emailVerified", value: true }])).toEqual(["ada", "bob"]);
  await adapter.delete({ model: "user", where });
  expect(await find([])).toEqual(["bob", "cy"]);
  expect(await adapter.deleteMany({ model: "user", where: nobody })).toBe(0);
  expect(
    await adapter.deleteMany({ model: "user", where: [{ field: "email", value: "a", operator: "gt" }] }),
  ).toBe(2);
  expect(await adapter.count({ model: "user" })).toBe(0);
});

test("a state of the library is one of ours, with its end", async () => {
  const state = {
    identifier: "i",
    value: "v",
    expiresAt: noon,
    createdAt: new Date(1),
    updatedAt: new Date(2),
  };
  await adapter.create({ model: "verification", data: state });
  expect(await it.db.selectFrom("sign_in_state").selectAll().execute()).toEqual([
    {
      id: expect.any(String),
      identifier: "i",
      value: "v",
      expires_at: noon.getTime(),
      created_at: 1,
      updated_at: 2,
    },
  ]);
  expect(
    await adapter.findOne({ model: "verification", where: [{ field: "expiresAt", value: noon }] }),
  ).toMatchObject(state);
});

test("no session is opened for a member who was removed meanwhile", async () => {
  const open = auth.api.openMemberSession({ body: { memberId: "unknown" } });
  await expect(open).rejects.toThrow("the member was removed during the sign-in");
  expect(await it.db.selectFrom("session").selectAll().execute()).toEqual([]);
});
