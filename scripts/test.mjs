#!/usr/bin/env node
/**
 * `npm test`: installs and builds when needed, runs the checks and all tests, and ends with one summary line.
 * `--no-check` leaves the checks out. Other arguments go to vitest: `npm test -- src/search` runs only those tests.
 * With CI set, coverage of src by the tests' own processes is measured; servers in processes of their own are not.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, packageRoot, requireNode } from "../bin/bootstrap.mjs";
import { newTemporaryFolder } from "./temporary-folder.mjs";

const announce = (line) => process.stdout.write(`${line}\n`);

/** Counts of one vitest run; a test file that could not be loaded counts as one failure. */
function countTests(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function runTests(args) {
  const directory = newTemporaryFolder();
  const reportFile = join(directory, "report.json");
  try {
    const vitest = join(packageRoot, "node_modules", "vitest", "vitest.mjs");
    const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
    if (process.env.CI) options.push("--coverage");
    const child = spawn(process.execPath, [vitest, "run", ...options, ...args], {
      cwd: packageRoot,
      env: { ...process.env, TMPDIR: directory },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    const counts = countTests(JSON.parse(readFileSync(reportFile, "utf8")));
    // An error outside every test fails the run without failing a test.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch (error) {
    announce(`The test run gave no report: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function summarise({ passed, failed, skipped }) {
  announce(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

try {
  requireNode();
  await ensureInstalled({ announce });
  await ensureBuilt({ announce });
  const args = process.argv.slice(2);
  const { runChecks } = await import("./check.mjs");
  const failedChecks = args.includes("--no-check") ? [] : await runChecks();
  const counts = await runTests(args.filter((arg) => arg !== "--no-check"));
  if (failedChecks.length > 0) announce(`Failed checks, counted below: ${failedChecks.join(", ")}`);
  summarise({ ...counts, failed: counts.failed + failedChecks.length });
} catch (error) {
  announce(error.message);
  summarise({ passed: 0, failed: 1, skipped: 0 });
}
