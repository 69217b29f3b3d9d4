/** The files of a corpus, and how much of it is used. */
export interface CorpusFiles {
  /** For the report; never a path. */
  name: string;
  /** False when only a part of it is used. */
  whole: boolean;
  /** JSON Lines, plain or .gz. */
  projects: string[];
  archive: string[];
  /** JSONata maps, for foreign records. */
  projectsMap: string | null;
  archiveMap: string | null;
}

export interface CorpusSize {
  /** Null: all of a given corpus, or the generator's default. */
  documents: number | null;
  projects: number | null;
}
