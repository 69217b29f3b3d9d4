/** One PostgreSQL server for all unit tests that run over it. */
import type { TestProject } from "vitest/node";
import { postgresBinaries, startPostgres } from "../../scripts/test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the server on this machine; null: PostgreSQL is not installed. */
    postgresPort: number | null;
  }
}

let remove = async () => {};

export async function setup(project: TestProject): Promise<void> {
  if (postgresBinaries() === null) {
    if (process.env.CI === "true") throw new Error("PostgreSQL is not installed: apt-get install postgresql");
    console.warn("PostgreSQL is not installed: tests over it are skipped (apt-get install postgresql)");
    project.provide("postgresPort", null);
    return;
  }
  const server = await startPostgres();
  remove = server.remove;
  project.provide("postgresPort", server.port);
}

export const teardown = (): Promise<void> => remove();
