import { describe, expect, it } from "vitest";
import { readNamed as read } from "./manifests.case.ts";

describe("package.json", () => {
  it("yields dependencies by section, engines and the package manager, with versions as written", () => {
    const { signals, quotes } = read(
      "package.json",
      JSON.stringify({
        dependencies: { next: "14.1.0", react: "^18.2.0", "@scope/x": "*", mine: "workspace:*" },
        devDependencies: { vite: "latest", ts: "npm:typescript@~5.4.0" },
        peerDependencies: { ethers: ">=5 <7", svelte: "*", zod: "^3" },
        peerDependenciesMeta: { svelte: { optional: true }, vite: { optional: true }, zod: {} },
        engines: { node: ">=20" },
        packageManager: "pnpm@9.1.0+sha512.abcdef",
      }),
    );
    expect(signals).toEqual([
      "npm next 14.1.0 runtime",
      "npm react ^18.2.0 runtime",
      "npm @scope/x runtime",
      "npm ethers >=5 <7 runtime",
      "npm zod ^3 runtime",
      "npm vite development",
      "npm typescript ~5.4.0 development",
      "npm node >=20 setting",
      "npm pnpm 9.1.0 setting",
    ]);
    expect(quotes.slice(0, 3)).toEqual(['"next": "14.1.0"', '"react": "^18.2.0"', '"@scope/x"']);
  });

  it("never quotes a URL, which could contain a token", () => {
    const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    const { signals, quotes } = read(
      "package.json",
      JSON.stringify({
        dependencies: {
          a: `git+https://user:${token}@github.com/x/y.git`,
          b: token,
          c: `https://x/${token}`,
        },
      }),
    );
    expect(signals).toEqual(["npm a runtime", "npm b runtime", "npm c runtime"]);
    expect(quotes).toEqual(['"a"', '"b"', '"c"']);
  });

  it("ignores sections of another type", () => {
    const text = '{"dependencies": ["react"], "devDependencies": null, "engines": "x", "packageManager": 3}';
    expect(read("package.json", text)).toMatchObject({ signals: [], fault: null });
    expect(read("package.json", "[]")).toMatchObject({ signals: [], fault: null });
  });
});

it("deno.json yields npm imports", () => {
  const text = '{ // deno\n "imports": { "react": "npm:react@18.2.0", "z": "jsr:@std/x@1" }, }';
  expect(read("deno.json", text).signals).toEqual(["npm react 18.2.0 runtime"]);
});

it("go.mod yields direct modules and the language's version", () => {
  const text = `module x\n\ngo 1.22.1\n\nrequire github.com/a/b v1.0.0\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgolang.org/x/sys v0.1.0 // indirect\n)\n`;
  expect(read("go.mod", text)).toMatchObject({
    signals: ["go github.com/a/b v1.0.0 runtime", "go github.com/gin-gonic/gin v1.9.1 runtime"],
    languages: ["Go 1.22.1"],
  });
});

describe("Python", () => {
  it("requirements yield names and specifiers, pinned ones as the plain version", () => {
    const text = `# c\n-r other.txt\n--hash=x\nOpenAI==1.12.0\nlangchain[all]>=0.1,<0.2 ; python_version>"3.8"\nx @ https://u:p@h/x.zip\nfoo bar\ntorch\n`;
    const { signals, quotes } = read("requirements.txt", text);
    expect(signals).toEqual([
      "pypi OpenAI 1.12.0 runtime",
      "pypi langchain >=0.1,<0.2 runtime",
      "pypi x runtime",
      "pypi torch runtime",
    ]);
    expect(quotes[0]).toBe("OpenAI==1.12.0");
    const hashed =
      "numpy==1.26.4 \\\n    --hash=sha256:ab \\\n    --hash=sha256:cd\nfoo ; python_version>'3' \\\n";
    expect(read("requirements.txt", hashed).signals).toEqual([
      "pypi numpy 1.26.4 runtime",
      "pypi foo runtime",
    ]);
    expect(read("requirements-dev.txt", "pytest").signals).toEqual(["pypi pytest development"]);
    expect(read("api/requirements/base.txt", "django~=4.2").signals).toEqual(["pypi django ~=4.2 runtime"]);
  });

  it("pyproject.toml yields dependencies of PEP 621, Poetry and dependency groups", () => {
    const text = `
[build-system]
requires = ["setuptools>=61"]
[project]
requires-python = ">=3.10"
dependencies = ["fastapi>=0.100", "openai"]
[project.optional-dependencies]
gpu = ["torch==2.1"]
[dependency-groups]
dev = ["pytest", {include-group = "x"}]
[tool.poetry.dependencies]
python = "^3.11"
langchain = { version = "^0.1", extras = ["x"] }
[tool.poetry.group.dev.dependencies]
black = "*"
`;
    expect(read("pyproject.toml", text)).toMatchObject({
      signals: [
        "pypi fastapi >=0.100 runtime",
        "pypi openai runtime",
        "pypi torch 2.1 runtime",
        "pypi pytest development",
        "pypi setuptools >=61 development",
        "pypi langchain ^0.1 runtime",
        "pypi black development",
      ],
      languages: ["Python >=3.10", "Python ^3.11"],
    });
  });

  it("setup.py and setup.cfg are read as text", () => {
    const setup = `import os; os.system("x")\nsetup(install_requires=["web3>=6", 'numpy[a]==1.26',\n  # c\n], python_requires=">=3.9")`;
    expect(read("setup.py", setup)).toMatchObject({
      signals: ["pypi web3 >=6 runtime", "pypi numpy 1.26 runtime"],
      languages: ["Python >=3.9"],
    });
    const cfg =
      "[options]\npython_requires = >=3.8\ninstall_requires =\n    flask>=2\n    redis\nzip_safe = no\n    x\n";
    expect(read("setup.cfg", cfg)).toMatchObject({
      signals: ["pypi flask >=2 runtime", "pypi redis runtime"],
      languages: ["Python >=3.8"],
    });
  });

  it("Pipfile, Conda's environment and version files", () => {
    const pipfile =
      '[packages]\nflask = "==2.3.2"\n[dev-packages]\npytest = "*"\n[requires]\npython_version = "3.11"';
    expect(read("Pipfile", pipfile)).toMatchObject({
      signals: ["pypi flask 2.3.2 runtime", "pypi pytest development"],
      languages: ["Python 3.11"],
    });
    const conda =
      "dependencies:\n  - python=3.10\n  - conda-forge::numpy=1.26=py3\n  - scipy>=1.1\n  - pip:\n    - openai==1.2\n";
    expect(read("environment.yml", conda)).toMatchObject({
      signals: ["pypi numpy 1.26 runtime", "pypi scipy >=1.1 runtime", "pypi openai 1.2 runtime"],
      languages: ["Python 3.10"],
    });
    expect(read(".python-version", "3.12.1\n").languages).toEqual(["Python 3.12.1"]);
    expect(read("runtime.txt", "python-3.11.4").languages).toEqual(["Python 3.11.4"]);
  });
});

it("pom.xml yields the parent, dependencies and plugins, with properties resolved", () => {
  const text = `<?xml version="1.0"?><project>
<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.2.0</version></parent>
<properties><java.version>17</java.version><w.version>4.10.3</w.version></properties>
<dependencies>
<dependency><groupId>org.web3j</groupId><artifactId>core</artifactId><version>\${w.version}</version></dependency>
<dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>\${absent}</version><scope>test</scope></dependency>
</dependencies><build><plugins><plugin><artifactId>maven-jar-plugin</artifactId></plugin></plugins></build></project>`;
  expect(read("pom.xml", text)).toMatchObject({
    signals: [
      "maven org.springframework.boot:spring-boot-starter-parent 3.2.0 runtime",
      "maven org.web3j:core 4.10.3 runtime",
      "maven junit:junit development",
      "maven org.apache.maven.plugins:maven-jar-plugin development",
    ],
    languages: ["Java 17"],
  });
});

it("Gradle files and version catalogs yield artifacts and plugins with literal names", () => {
  const text = `
plugins { id("com.android.application") version "8.2.0" }
dependencies {
  implementation("androidx.core:core-ktx:1.12.0")
  implementation platform('com.google.firebase:firebase-bom:32.7.0')
  testImplementation "junit:junit:4.13"
  // implementation("no:no:1")
  implementation("a:b:$version")
  implementation group: 'org.springframework.boot', name: 'spring-boot-starter-web', version: '3.1.0'
  testImplementation(group = "c", name = "d", version = versions.d)
}`;
  expect(read("app/build.gradle.kts", text).signals).toEqual([
    "maven com.android.application:com.android.application.gradle.plugin 8.2.0 development",
    "maven androidx.core:core-ktx 1.12.0 runtime",
    "maven com.google.firebase:firebase-bom 32.7.0 runtime",
    "maven junit:junit 4.13 development",
    "maven a:b runtime",
    "maven org.springframework.boot:spring-boot-starter-web 3.1.0 runtime",
    "maven c:d development",
  ]);
  const catalog = `[versions]\nk = "1.9.22"\n[libraries]\na = { module = "g:a", version.ref = "k" }\nb = { group = "g", name = "b", version = "2" }\nc = "g:c:3"\n[plugins]\nd = { id = "org.x", version.ref = "k" }`;
  expect(read("gradle/libs.versions.toml", catalog).signals).toEqual([
    "maven g:a 1.9.22 runtime",
    "maven g:b 2 runtime",
    "maven g:c 3 runtime",
    "maven org.x:org.x.gradle.plugin 1.9.22 development",
  ]);
});

it("Dockerfiles yield the images of stages, not stages based on other stages", () => {
  const text = `ARG NODE=20-alpine\nFROM --platform=linux/amd64 node:\${NODE} AS build\nfrom docker.io/library/postgres:16@sha256:aa AS db\nFROM build\nFROM scratch\nFROM localhost:5000/own/x\nFROM $UNKNOWN\n`;
  expect(read("Dockerfile", text).signals).toEqual([
    "docker node 20-alpine image",
    "docker docker.io/library/postgres 16 image",
    "docker localhost:5000/own/x image",
  ]);
  expect(read("api.Dockerfile", "FROM python:3.12-slim").signals).toEqual(["docker python 3.12-slim image"]);
});

it("compose files and pipelines yield images and actions; an action's own release is not a version", () => {
  const compose = "services:\n  db: &db\n    image: postgres:16\n  other:\n    <<: *db\n    image: redis\n";
  expect(read("docker-compose.yml", compose).signals).toEqual([
    "docker postgres 16 image",
    "docker redis image",
  ]);
  const workflow = `
jobs:
  test:
    container: { image: "ghcr.io/foundry-rs/foundry:v1.0.0" }
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - uses: foundry-rs/foundry-toolchain@v1
        with: { version: nightly }
      - uses: ./own
`;
  expect(read(".github/workflows/ci.yml", workflow).signals).toEqual([
    "docker ghcr.io/foundry-rs/foundry v1.0.0 image",
    "action actions/checkout action",
    "action actions/setup-node 20 action",
    "action foundry-rs/foundry-toolchain action",
  ]);
});

describe(".env files", () => {
  it("yield names of variables and never a value", () => {
    const text =
      "# c\nOPENAI_API_KEY=sk-abcdef\nexport DATABASE_URL='postgres://u:p@h/d'\nlower=1\nEMPTY=\nSOLANA_NETWORK=devnet";
    const found = read(".env.example", text);
    expect(found.signals).toEqual([
      "env OPENAI_API_KEY environment",
      "env DATABASE_URL environment",
      "env EMPTY environment",
      "env SOLANA_NETWORK environment",
    ]);
    expect(found.quotes).toEqual(["OPENAI_API_KEY", "DATABASE_URL", "EMPTY", "SOLANA_NETWORK"]);
    expect(found.networks).toEqual(["devnet"]);
  });

  it.each([".env", ".env.local", "web/.env.sample", "example.env", ".envrc"])("%s is one", (path) => {
    expect(read(path, "A_KEY=1").signals).toEqual(["env A_KEY environment"]);
  });
});

it("pubspec.yaml, Gemfile, project files of .NET, composer.json, mix.exs and .nvmrc", () => {
  const pubspec =
    "environment:\n  sdk: '>=3.0.0 <4.0.0'\ndependencies:\n  flutter:\n    sdk: flutter\n  http: ^1.1.0\n  own:\n    path: ../own\ndev_dependencies:\n  lints: 3.0.0\n";
  expect(read("pubspec.yaml", pubspec)).toMatchObject({
    signals: ["pub flutter runtime", "pub http ^1.1.0 runtime", "pub lints 3.0.0 development"],
    languages: ["Dart >=3.0.0 <4.0.0"],
  });
  expect(read("Gemfile", `ruby "3.2.2"\ngem "rails", "~> 7.1"\ngem 'pg'\n# gem "no"\n`)).toMatchObject({
    signals: ["gem rails ~> 7.1 runtime", "gem pg runtime"],
    languages: ["Ruby 3.2.2"],
  });
  const csproj = `<Project><ItemGroup><PackageReference Include="Nethereum.Web3" Version="4.1.0" /><PackageReference Include="B"><Version>2.0</Version></PackageReference></ItemGroup><ItemGroup /></Project>`;
  expect(read("a.csproj", csproj).signals).toEqual([
    "nuget Nethereum.Web3 4.1.0 runtime",
    "nuget B 2.0 runtime",
  ]);
  expect(
    read("composer.json", '{"require": {"php": "^8.2", "ext-json": "*", "laravel/framework": "^11.0"}}'),
  ).toMatchObject({
    signals: ["composer laravel/framework ^11.0 runtime"],
    languages: ["PHP ^8.2"],
  });
  const mix = `elixir: "~> 1.15",\n{:phoenix, "~> 1.7.10"},\n{:credo, "~> 1.7", only: [:dev, :test]},\n{:own, path: "../own"}`;
  expect(read("mix.exs", mix)).toMatchObject({
    signals: ["hex phoenix ~> 1.7.10 runtime", "hex credo ~> 1.7 development", "hex own runtime"],
    languages: ["Elixir ~> 1.15"],
  });
  expect(read(".nvmrc", "v20.11.0\n").signals).toEqual(["file .nvmrc v20.11.0 setting"]);
  expect(read(".nvmrc", "lts/iron\n").signals).toEqual([]);
});
