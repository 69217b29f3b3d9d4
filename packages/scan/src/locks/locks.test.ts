import { describe, expect, it } from "vitest";
import { type LockedVersions, lockedVersion } from "./lock.ts";
import { lockReaders } from "./lock-readers.ts";

function read(name: string, text: string): LockedVersions {
  const versions: LockedVersions = new Map();
  const reader = lockReaders.find((each) => each.reads(name));
  if (reader === undefined) throw new Error(`nothing reads ${name}`);
  reader.read(text, versions);
  return versions;
}

/** The requested range, and the workspace member that requests it. */
const ask = (versions: LockedVersions, name: string, ...[range, member = ""]: [string?, string?]) =>
  lockedVersion(versions, { name, range, member });

describe("lock files", () => {
  it("package-lock.json: the version of the member, else the shared one; not those nested in other packages", () => {
    const versions = read(
      "package-lock.json",
      JSON.stringify({
        packages: {
          "": { version: "0.0.1" },
          "node_modules/react": { version: "18.2.0" },
          "node_modules/@a/b": { version: "1.0.0" },
          "node_modules/x/node_modules/react": { version: "16.0.0" },
          "packages/web/node_modules/react": { version: "19.0.0" },
          "packages/web": { version: "0.0.1" },
        },
      }),
    );
    expect(ask(versions, "react", "^18")).toBe("18.2.0");
    expect(ask(versions, "react", "^19", "packages/web")).toBe("19.0.0");
    expect(ask(versions, "react", "^18", "packages/api")).toBe("18.2.0");
    expect(ask(versions, "@a/b")).toBe("1.0.0");
    expect(ask(versions, "absent")).toBeUndefined();
    expect(ask(read("npm-shrinkwrap.json", '{"dependencies": {"a": {"version": "1.2.3"}}}'), "a")).toBe(
      "1.2.3",
    );
  });

  it("yarn.lock of Yarn 1 and of later ones: by range", () => {
    const classic = read(
      "yarn.lock",
      '# yarn\n\n"@a/b@^1.0.0", "@a/b@^1.2.0":\n  version "1.2.5"\n  resolved "https://x"\n\nreact@^17:\n  version "17.0.2"\n\nreact@^18.2.0:\n  version "18.2.0"\n',
    );
    expect(ask(classic, "@a/b", "^1.2.0")).toBe("1.2.5");
    expect(ask(classic, "react", "^18.2.0")).toBe("18.2.0");
    expect(ask(classic, "react", "^18.0.0")).toBe("18.2.0");
    expect(ask(classic, "react")).toBeUndefined();
    const berry = read("yarn.lock", '__metadata:\n  version: 8\n\n"react@npm:^18.2.0":\n  version: 18.3.1\n');
    expect(ask(berry, "react", "^18.2.0")).toBe("18.3.1");
  });

  it("pnpm-lock.yaml of versions 5, 6 and 9", () => {
    const nine = read(
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      '@a/b':\n        specifier: ^1.0.0\n        version: 1.4.0(react@18.2.0)\n  apps/web:\n    devDependencies:\n      vite:\n        specifier: ^5\n        version: 5.1.0\n\npackages:\n\n  vite@4.0.0:\n    version: 4.0.0\n",
    );
    expect(ask(nine, "@a/b")).toBe("1.4.0");
    expect(ask(nine, "vite", "^5", "apps/web")).toBe("5.1.0");
    expect(ask(nine, "vite", "^5")).toBeUndefined();
    const six = read(
      "pnpm-lock.yaml",
      "lockfileVersion: '6.0'\ndependencies:\n  next:\n    specifier: ^14\n    version: 14.1.0(x@1)\n",
    );
    expect(ask(six, "next")).toBe("14.1.0");
    const five = read(
      "pnpm-lock.yaml",
      "lockfileVersion: 5.4\nspecifiers:\n  next: ^13\ndependencies:\n  next: 13.0.0_abc\n",
    );
    expect(ask(five, "next")).toBe("13.0.0");
  });

  it("bun.lock: with its comments and commas", () => {
    const text =
      '{ // x\n "packages": { "react": ["react@18.3.1", "", {}, "sha"], "a/react": ["react@17.0.0"], }, }';
    expect(ask(read("bun.lock", text), "react")).toBe("18.3.1");
  });

  it("Cargo.lock: one of several versions only where the range decides", () => {
    const entry = (name: string, version: string) =>
      `[[package]]\nname = "${name}"\nversion = "${version}"\ndependencies = [\n "x 0.0.1",\n]\n`;
    const versions = read(
      "Cargo.lock",
      `version = 3\n${entry("a", "1.2.3")}${entry("b", "0.1.0")}${entry("b", "0.2.7")}`,
    );
    expect(ask(versions, "a", "1")).toBe("1.2.3");
    expect(ask(versions, "b", "0.2")).toBe("0.2.7");
    expect(ask(versions, "b", "0")).toBeUndefined();
    expect(ask(versions, "b")).toBeUndefined();
  });

  it("those of Python match packages in any spelling", () => {
    const poetry = read("poetry.lock", '[[package]]\nname = "Typing_Extensions"\nversion = "4.9.0"\n');
    expect(ask(poetry, "typing-extensions")).toBe("4.9.0");
    const pipfile = read(
      "Pipfile.lock",
      '{"default": {"Flask": {"version": "==2.3.2"}}, "develop": {"x": {}}}',
    );
    expect(ask(pipfile, "flask")).toBe("2.3.2");
  });

  it("lock files of Ruby, PHP, Dart and Elixir", () => {
    expect(ask(read("Gemfile.lock", "GEM\n  specs:\n    rails (7.1.2)\n      rack (>= 2)\n"), "rails")).toBe(
      "7.1.2",
    );
    const composer = '{"packages": [{"name": "laravel/framework", "version": "v11.0.3"}, 3, null]}';
    expect(ask(read("composer.lock", composer), "laravel/framework")).toBe("v11.0.3");
    const pubspec =
      'packages:\n  http:\n    dependency: "direct main"\n    description:\n      name: http\n    version: "1.1.2"\n';
    expect(ask(read("pubspec.lock", pubspec), "http")).toBe("1.1.2");
    const mix = '%{\n  "phoenix": {:hex, :phoenix, "1.7.10", "abc", [:mix], [], "hexpm"},\n}';
    expect(ask(read("mix.lock", mix), "phoenix")).toBe("1.7.10");
  });

  it("ignore invalid versions", () => {
    const text = JSON.stringify({
      packages: { "node_modules/a": { version: "file:../a" }, "node_modules/b": {} },
    });
    expect(read("package-lock.json", text).size).toBe(0);
  });
});
