import { addImage } from "./container-image.ts";
import { type ManifestReader, namedLike } from "./manifest.ts";

/** Dockerfiles: the base images of stages; a stage based on another stage has none. */
export const dockerfile: ManifestReader = {
  reads: namedLike(/^(?:(?:Docker|Container)file(?:\..+)?|.+\.[dD]ockerfile)$/),
  read({ text }, reading) {
    const stages = new Set<string>();
    const defaults = new Map<string, string>();
    for (const line of text.split("\n")) {
      if (line.length > 1000) continue;
      const argument = /^\s*ARG\s+(\w+)=["']?([\w./:-]+)["']?\s*$/i.exec(line);
      if (argument !== null) defaults.set(argument[1] ?? "", argument[2] ?? "");
      const from = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(line);
      if (from === null) continue;
      const image = (from[1] ?? "").replace(
        /\$\{?(\w+)\}?/g,
        (whole, name: string) => defaults.get(name) ?? whole,
      );
      if (!stages.has(image.toLowerCase())) addImage(reading, image, "FROM ");
      if (from[2] !== undefined) stages.add(from[2].toLowerCase());
    }
  },
};
