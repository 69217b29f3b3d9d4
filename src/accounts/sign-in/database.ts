/**
 * better-auth's storage adapter over our tables: its user is our member. Its own Kysely adapter would store times as
 * text; in accounts.db they are milliseconds. Columns that we do not store (names, pictures, addresses, browsers, the
 * provider's tokens) are dropped on write.
 */
import { createAdapterFactory } from "better-auth/adapters";
import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, type SqlBool, sql } from "kysely";
import type { AccountsDb } from "../tables.ts";

/** better-auth's fields that are not stored, by table. */
const dropped: Record<string, readonly string[]> = {
  member: ["name", "image"],
  session: ["ipAddress", "userAgent"],
  sign_in_method: [
    "accessToken",
    "refreshToken",
    "idToken",
    "accessTokenExpiresAt",
    "refreshTokenExpiresAt",
    "scope",
  ],
};

/** Tables and columns whose names differ from better-auth's. */
export const tableNames = {
  user: {
    modelName: "member",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
  },
  session: {
    modelName: "session",
    fields: {
      userId: "member_id",
      createdAt: "created_at",
      updatedAt: "updated_at",
      expiresAt: "expires_at",
    },
  },
  account: {
    modelName: "sign_in_method",
    fields: {
      userId: "member_id",
      providerId: "provider",
      accountId: "subject",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  verification: {
    modelName: "sign_in_state",
    fields: { createdAt: "created_at", updatedAt: "updated_at", expiresAt: "expires_at" },
  },
} as const;

interface Condition {
  field: string;
  operator: string;
  connector: "AND" | "OR";
  value: unknown;
}

/** Tables and columns are known only at run time here. */
type AnyTables = Record<string, Record<string, unknown>>;
type AnyExpressions = ExpressionBuilder<AnyTables, string>;

const comparisons = {
  eq: "=",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  in: "in",
  not_in: "not in",
} as const;

function compare(eb: AnyExpressions, { field, operator, value }: Condition) {
  const comparison = comparisons[operator as keyof typeof comparisons];
  // Only plugins that are not in use send patterns; a wrong result would be worse than an error.
  if (comparison === undefined) throw new Error(`accounts.db: no ${operator} condition on ${field}`);
  if (value === null) return eb(field, comparison === "=" ? "is" : "is not", null);
  return eb(field, comparison, value);
}

/** All conditions joined by AND, and one of those joined by OR. */
function matching(where: readonly unknown[] | undefined) {
  const conditions = (where ?? []) as Condition[];
  return (eb: AnyExpressions): ExpressionWrapper<AnyTables, string, SqlBool> => {
    const alternatives = conditions.filter(({ connector }) => connector === "OR");
    const demands = conditions.filter(({ connector }) => connector !== "OR").map((one) => compare(eb, one));
    if (alternatives.length > 0) demands.push(eb.or(alternatives.map((one) => compare(eb, one))));
    return eb.and(demands);
  };
}

type Row = Record<string, unknown>;
type ColumnOf = (name: { model: string; field: string }) => string;
interface Target {
  model: string;
  where: unknown[];
}

/** better-auth's storage. It offers no transactions: all code shares one connection, and waiting would block it. */
export function accountsDatabase(accounts: AccountsDb) {
  const db = accounts as unknown as Kysely<AnyTables>;
  const queries = (columnOf: ColumnOf) => ({
    async create({ model, data }: { model: string; data: Row }): Promise<Row> {
      return db.insertInto(model).values(data).returningAll().executeTakeFirstOrThrow();
    },
    async findOne({ model, where }: { model: string; where: unknown[] }): Promise<Row | null> {
      return (await db.selectFrom(model).selectAll().where(matching(where)).executeTakeFirst()) ?? null;
    },
    async findMany(search: {
      model: string;
      where?: unknown[];
      limit?: number;
      offset?: number;
      sortBy?: { field: string; direction: "asc" | "desc" };
    }): Promise<Row[]> {
      const { model, where, limit = 100, offset = 0, sortBy } = search;
      let rows = db.selectFrom(model).selectAll().where(matching(where)).limit(limit).offset(offset);
      if (sortBy) rows = rows.orderBy(sql.ref(columnOf({ model, field: sortBy.field })), sortBy.direction);
      return rows.execute();
    },
    async update({ model, where, update }: { model: string; where: unknown[]; update: unknown }) {
      const rows = await db
        .updateTable(model)
        .set(update as Row)
        .where(matching(where))
        .returningAll()
        .execute();
      return rows[0] ?? null;
    },
    async updateMany({ model, where, update }: { model: string; where: unknown[]; update: Row }) {
      const { numUpdatedRows } = await db
        .updateTable(model)
        .set(update)
        .where(matching(where))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async deleteMany({ model, where }: { model: string; where: unknown[] }): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom(model).where(matching(where)).executeTakeFirst();
      return Number(numDeletedRows);
    },
    async count({ model, where }: { model: string; where?: unknown[] }): Promise<number> {
      const rows = db.selectFrom(model).select((eb) => eb.fn.countAll<number>().as("count"));
      return Number((await rows.where(matching(where)).executeTakeFirstOrThrow()).count);
    },
  });
  return createAdapterFactory({
    config: {
      adapterId: "accounts",
      supportsDates: true,
      supportsBooleans: false,
      supportsJSON: false,
      transaction: false,
      customTransformInput: ({ data, field, model }) => {
        if (dropped[model]?.includes(field)) return undefined;
        return data instanceof Date ? data.getTime() : data;
      },
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === "date" && typeof data === "number" ? new Date(data) : data,
    },
    adapter: ({ getFieldName }: { getFieldName: ColumnOf }) => {
      const all = queries(getFieldName);
      return { ...all, delete: async (target: Target) => void (await all.deleteMany(target)) };
    },
  } as Parameters<typeof createAdapterFactory>[0]);
}
