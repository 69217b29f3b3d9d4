import { isBranch, textAt } from "../parse/tree.ts";
import { parseYaml } from "../parse/yaml.ts";
import type { Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { addImage } from "./container-image.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

const compose = namedLike(/^(?:docker-)?compose[\w.-]*\.ya?ml$/);
const pipelines = namedLike(
  /^(?:\.gitlab-ci|bitbucket-pipelines|azure-pipelines|\.drone|\.woodpecker|action|cloudbuild)\.ya?ml$/,
);

/** Compose files, GitHub workflows and other pipelines: every `image` and `uses`, at any depth. */
export const composeAndPipelines: ManifestReader = {
  reads: (name, folder) =>
    compose(name) ||
    pipelines(name) ||
    (/\.ya?ml$/.test(name) && /(?:^|\/)(?:\.github\/workflows|\.gitea\/workflows|\.circleci)$/.test(folder)),
  read({ text }, reading) {
    visit(parseYaml(text), reading);
  },
};

/** YAML aliases may repeat a node or form cycles: each node is visited once. */
function visit(root: unknown, reading: Reading): void {
  const pending: unknown[] = [root];
  const seen = new Set<unknown>();
  for (let tree = pending.pop(); pending.length > 0 || tree !== undefined; tree = pending.pop()) {
    if (seen.has(tree)) continue;
    if (Array.isArray(tree)) {
      seen.add(tree);
      pending.push(...[...tree].reverse().filter((item) => typeof item === "object"));
    } else if (isBranch(tree)) {
      seen.add(tree);
      addImage(reading, textAt(tree, "image") ?? textAt(tree, "image", "name"), "image: ");
      addAction(tree, reading);
      pending.push(
        ...Object.values(tree)
          .reverse()
          .filter((item) => typeof item === "object"),
      );
    }
  }
}

/**
 * `actions/setup-node@v4`: the reference is the action's own release, not Node's; the version comes from its inputs
 * (`node-version: 20`).
 */
function addAction(step: unknown, reading: Reading): void {
  const uses = textAt(step, "uses");
  if (uses === undefined || uses.length > 200) return;
  if (uses.startsWith("docker://")) addImage(reading, uses.slice("docker://".length), "uses: ");
  const name = /^([\w.-]+\/[\w./-]+)@/.exec(uses)?.[1];
  if (name === undefined) return;
  const tool = /setup-(\w+)$/.exec(name)?.[1];
  const inputs = [...(tool === undefined ? [] : [`${tool}-version`]), "version", "toolchain"];
  for (const input of inputs) {
    const version = statedVersion(textAt(step, "with", input));
    if (version === undefined) continue;
    const quote = `uses: ${name}, ${input}: ${version}`;
    reading.signals.push({ kind: "action", name, version, ownVersion: true, origin: "action", quote });
    return;
  }
  reading.signals.push({ kind: "action", name, origin: "action", quote: `uses: ${name}` });
}
