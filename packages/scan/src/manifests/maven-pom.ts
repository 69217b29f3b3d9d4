import { branchAt, itemsAt, textAt } from "../parse/tree.ts";
import { parseXml } from "../parse/xml.ts";
import type { Origin, Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedExactly } from "./manifest.ts";

type Resolve = (text: string | undefined) => string | undefined;

/** pom.xml: parent, dependencies, managed ones and plugins; `${…}` is looked up in the file's own properties. */
export const mavenPom: ManifestReader = {
  reads: namedExactly("pom.xml"),
  read({ text }, reading) {
    const project = branchAt(parseXml(text), "project");
    const properties = branchAt(project, "properties");
    const resolve: Resolve = (value) => {
      const name = /^\$\{([\w.-]+)\}$/.exec(value?.trim() ?? "")?.[1];
      return name === undefined ? value : textAt(properties, name);
    };
    const places: [unknown[], Origin][] = [
      [[...itemsAt(project, "parent")], "runtime"],
      [[...itemsAt(project, "dependencies", "dependency")], "runtime"],
      [[...itemsAt(project, "dependencyManagement", "dependencies", "dependency")], "runtime"],
      [[...itemsAt(project, "build", "plugins", "plugin")], "development"],
    ];
    for (const [items, origin] of places) {
      for (const item of items) addArtifact(item, origin, { reading, resolve });
    }
    for (const key of ["java.version", "maven.compiler.release", "maven.compiler.source"]) {
      const version = statedVersion(textAt(properties, key));
      if (version === undefined) continue;
      reading.languages.push({ language: "Java", version, quote: `<${key}>${version}` });
      break;
    }
  },
};

function addArtifact(item: unknown, origin: Origin, to: { reading: Reading; resolve: Resolve }): void {
  const group =
    textAt(item, "groupId") ?? (origin === "development" ? "org.apache.maven.plugins" : undefined);
  const artifact = textAt(item, "artifactId");
  if (group === undefined || artifact === undefined) return;
  const name = `${group}:${artifact}`;
  const version = statedVersion(to.resolve(textAt(item, "version")));
  const quote = version === undefined ? name : `${name} ${version}`;
  const scope = textAt(item, "scope") === "test" ? "development" : origin;
  to.reading.signals.push({ kind: "maven", name, ...(version && { version }), origin: scope, quote });
}
