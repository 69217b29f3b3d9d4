/** The Dockerfile, by a linter and by rules of our own; program-package.test.ts runs what its build stage runs. */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, without types
import { buildInputFiles } from "../../bin/bootstrap.mjs";
import { dockerfileText, ignoreRules, root, stages, textsOf } from "./dockerfile.case.ts";

describe("the Dockerfile", () => {
  const [build, image] = stages;

  it("has no finding of the linter", () => {
    expect(validate(dockerfileText).map(({ message }) => message)).toEqual([]);
  });

  it("builds and runs on the same Node, named by its version, in the slim variant", () => {
    const bases = stages.map(([from]) => from!.text.replace(/ AS \w+$/, ""));
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+-\w+-slim$/);
    expect(stages).toHaveLength(2);
  });

  it("copies the lock file before the sources, so that installed packages are cached", () => {
    const steps = build!.map(({ keyword, text }) => `${keyword} ${text}`);
    const place = (start: string) => steps.findIndex((step) => step.startsWith(start));
    expect(place("COPY package.json package-lock.json")).toBeGreaterThan(0);
    expect(place("RUN npm ci")).toBeLessThan(place("COPY . ."));
  });

  it("runs as a user who is not root, with the program as process 1, and keeps all data in the volume", () => {
    expect(textsOf(image!, "USER")).toEqual(["node"]);
    const user = image!.findIndex(({ keyword }) => keyword === "USER");
    expect(image!.slice(user).map(({ keyword }) => keyword)).not.toContain("RUN");
    expect([textsOf(image!, "ENTRYPOINT"), textsOf(image!, "CMD")]).toEqual([
      ['["priorart"]'],
      ['["serve"]'],
    ]);
    const [volume] = textsOf(image!, "VOLUME");
    const settings = Object.fromEntries(
      textsOf(image!, "ENV")
        .flatMap((text) => text.split(" "))
        .map((one) => one.split("=")),
    );
    // A folder inside: a restore cannot replace a mount point.
    expect(settings.PRIORART_DATA.startsWith(`${volume}/`)).toBe(true);
    expect(textsOf(image!, "EXPOSE")).toEqual([settings.PRIORART_PORT]);
    expect(textsOf(image!, "RUN").join()).toContain(`-o node -g node -m 700 ${volume}`);
  });

  it("takes nothing from the build but the installed package", () => {
    expect(image!.filter(({ keyword }) => keyword === "COPY" || keyword === "ADD")).toEqual([
      { keyword: "COPY", text: "--from=build /app /usr/local" },
    ]);
  });

  it("has a health check that needs no other program, and distinguishes a healthy server from any other", async () => {
    const [check] = textsOf(image!, "HEALTHCHECK");
    const [program, ...args] = JSON.parse(check!.slice(check!.indexOf("[")));
    expect(program).toBe("node");
    let status = 200;
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/healthz" ? status : 404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const env = { ...process.env, PRIORART_PORT: String((server.address() as AddressInfo).port) };
    const codeOf = () =>
      promisify(execFile)(process.execPath, args, { env }).then(
        () => 0,
        ({ code }) => code,
      );
    expect(await codeOf()).toBe(0);
    status = 503;
    expect(await codeOf()).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(await codeOf()).toBe(1);
  });
});

it(".dockerignore keeps every file that a build reads, and no data, build or secret", () => {
  const { kept, nowhere } = ignoreRules();
  expect(nowhere).toEqual(["node_modules", "dist"]);
  const needed = buildInputFiles().map((path: string) => path.slice(root.length).split("/")[0]!);
  expect([...new Set<string>(needed)].filter((name) => !kept.includes(name))).toEqual([]);
  for (const name of ["data", "dist", ".git", "test", "bench", ".env"]) expect(kept).not.toContain(name);
});
