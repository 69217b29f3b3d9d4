/** Gives every test file of one run the path of one directory, and removes it when the run is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty until a test file that needs the demo fills it; see shared-demo.ts. */
    sharedDirectory: string;
  }
}

let directory: string;

export function setup(project: TestProject): void {
  directory = mkdtempSync(join(tmpdir(), "priorart-shared-"));
  project.provide("sharedDirectory", directory);
}

export function teardown(): void {
  rmSync(directory, { recursive: true, force: true });
}
