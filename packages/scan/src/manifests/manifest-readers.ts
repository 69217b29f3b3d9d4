import { anchorToml } from "./anchor-toml.ts";
import { cargoToml, rustToolchain } from "./cargo-toml.ts";
import { composeAndPipelines } from "./compose-and-ci.ts";
import { composerJson } from "./composer-json.ts";
import { condaEnvironment } from "./conda-environment.ts";
import { dockerfile } from "./dockerfile.ts";
import { dotnetProject } from "./dotnet-project.ts";
import { environmentFile } from "./environment-file.ts";
import { foundryToml, gitmodules, remappingsText } from "./foundry-toml.ts";
import { gemfile } from "./gemfile.ts";
import { goMod } from "./go-mod.ts";
import { gradleBuild, gradleCatalog } from "./gradle.ts";
import { hardhatConfig } from "./hardhat-config.ts";
import type { ManifestReader } from "./manifest.ts";
import { mavenPom } from "./maven-pom.ts";
import { mixExs } from "./mix-exs.ts";
import { moveToml } from "./move-toml.ts";
import { nodeVersion } from "./node-version.ts";
import { denoJson, packageJson } from "./package-json.ts";
import { pubspec } from "./pubspec.ts";
import { pipfile, pyproject } from "./pyproject.ts";
import { pythonVersion, requirementsText, setupConfiguration, setupPython } from "./python-files.ts";
import { scarbToml } from "./scarb-toml.ts";

/** Every manifest that is read; a file goes to the first reader that claims it. */
export const manifestReaders: readonly ManifestReader[] = [
  packageJson,
  denoJson,
  cargoToml,
  rustToolchain,
  anchorToml,
  foundryToml,
  remappingsText,
  gitmodules,
  hardhatConfig,
  goMod,
  pyproject,
  pipfile,
  requirementsText,
  setupPython,
  setupConfiguration,
  pythonVersion,
  condaEnvironment,
  mavenPom,
  gradleBuild,
  gradleCatalog,
  moveToml,
  scarbToml,
  dockerfile,
  composeAndPipelines,
  environmentFile,
  pubspec,
  gemfile,
  dotnetProject,
  composerJson,
  mixExs,
  nodeVersion,
];
