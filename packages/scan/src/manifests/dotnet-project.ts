import { itemsAt, textAt } from "../parse/tree.ts";
import { parseXml } from "../parse/xml.ts";
import { statedVersion } from "../stated-version.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

/** Project files of .NET, central package versions and packages.config. */
export const dotnetProject: ManifestReader = {
  reads: namedLike(/(?:\.(?:cs|fs|vb)proj|^Directory\.(?:Packages|Build)\.props|^packages\.config)$/),
  read({ text }, reading) {
    const content = parseXml(text);
    const groups = itemsAt(content, "Project", "ItemGroup");
    const references = [
      ...groups.flatMap((group) => [
        ...itemsAt(group, "PackageReference"),
        ...itemsAt(group, "PackageVersion"),
      ]),
      ...itemsAt(content, "packages", "package"),
    ];
    for (const reference of references) {
      const name = textAt(reference, "@Include") ?? textAt(reference, "@Update") ?? textAt(reference, "@id");
      if (name === undefined || name.length > 200) continue;
      const stated =
        textAt(reference, "@Version") ?? textAt(reference, "Version") ?? textAt(reference, "@version");
      const version = statedVersion(stated);
      const quote = version === undefined ? name : `${name} ${version}`;
      reading.signals.push({ kind: "nuget", name, ...(version && { version }), origin: "runtime", quote });
    }
  },
};
