/** Where the records come from: a folder of real ones that the environment names, or the generator. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../product/dist.ts";
import type { CorpusFiles, CorpusSize } from "./corpus-files.ts";
import { sampleCorpus } from "./sample.ts";
import { syntheticCorpus } from "./synthetic.ts";

const defaultSize = { documents: 20_000, projects: 8_000 };

/** The folder of real corpora, when the environment names one. */
export function corporaFolder(): string | null {
  const folder = process.env.PRIORART_CORPORA;
  if (!folder) return null;
  if (!existsSync(folder)) throw new Error("PRIORART_CORPORA names a folder that does not exist");
  return folder;
}

/** Chooses the corpus; generated or sampled files are stored below `work`. */
export async function settleCorpus(work: string, size: CorpusSize): Promise<CorpusFiles> {
  const folder = corporaFolder();
  if (!folder) {
    const { documents, projects } = size;
    return syntheticCorpus(work, {
      documents: documents ?? defaultSize.documents,
      projects: projects ?? defaultSize.projects,
    });
  }
  const archive = join(folder, "archive");
  const given: CorpusFiles = {
    name: "the given corpora",
    whole: true,
    projects: existsSync(join(folder, "projects.jsonl.gz")) ? [join(folder, "projects.jsonl.gz")] : [],
    archive: existsSync(archive)
      ? readdirSync(archive)
          .filter((name) => /\.jsonl(\.gz)?$/.test(name))
          .sort()
          .map((name) => join(archive, name))
      : [],
    projectsMap: join(packageRoot, "examples/import/projects.jsonata"),
    archiveMap: join(packageRoot, "examples/import/archive.jsonata"),
  };
  return size.documents === null && size.projects === null ? given : sampleCorpus(work, given, size);
}
