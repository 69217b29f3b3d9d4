/** The ranking of projects for a query, from the typed text on. */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { isSameName, nameKey } from "../../search/lookup/name-key.ts";
import type { ProjectContext } from "../context.ts";
import { type RankingWeights, rankingWeights } from "../ranking/linear-model.ts";
import { addTextFeatures } from "../ranking/text-features.ts";
import { type QueryReaders, type ReadQuery, readQuery } from "../read-query.ts";
import type { Candidates } from "./candidates.ts";
import { type Ranking, type RankingOptions, rankCandidates } from "./ranking.ts";
import type { StoredResults } from "./stored-results.ts";

/** Texts of projects are short: few use the words of the query and their synonyms. */
const synonymWeight = 0.7;

export function readProjectQuery(text: string, context: ProjectContext): ReadQuery {
  const { projects } = context.snapshot;
  const isName = (name: string) =>
    projects.named(nameKey(name)).some((row) => isSameName(projects.record(row).name, name));
  return readQuery(text, { ...readersOf(context), isName });
}

/** Reads the text of a record, in which quotation marks and hyphens are no operators. */
export function readOwnText(text: string, context: ProjectContext): ReadQuery {
  return readQuery(text, { ...readersOf(context), isName: () => true });
}

function readersOf({ snapshot, knowsWord, words }: ProjectContext): QueryReaders {
  const { taxonomy, projects } = snapshot;
  return { taxonomy, vocabulary: projects.words.vocabulary, knowsWord, words, synonymWeight };
}

/** Ranks candidates from the projects in the index's selection. */
export function rankProjects(
  snapshot: ProjectContext["snapshot"],
  query: ReadQuery,
  { candidates, stored }: { candidates: Candidates; stored: StoredResults },
): Ranking {
  const { projects } = snapshot;
  const weights = rankingWeights[snapshot.vectorsByModel ? "projectsByModel" : "projects"];
  return rankCandidates(candidates, {
    withoutVector: projects.withoutVector(projects.selection),
    calibrated: (cosine) => snapshot.calibrated(cosine),
    misspelt: query.misspelt,
    weights,
    vectorOf: candidates.cosines ? (row) => projects.vectors.storedVector(row) : undefined,
    refine: refineByTexts(projects, query, { stored, weights }),
  });
}

/** Reads the names and texts of the best candidates. */
function refineByTexts(
  projects: ProjectIndex,
  query: ReadQuery,
  { stored, weights }: { stored: StoredResults; weights: RankingWeights },
): RankingOptions["refine"] {
  const terms = projects.words.weigh(query.own);
  return (scores, rows) =>
    addTextFeatures(scores, terms, {
      weights,
      nameOf: (candidate) => stored(rows[candidate]!).record.name,
      textOf: (candidate) => {
        const { record, text } = stored(rows[candidate]!);
        return `${record.oneLiner ?? ""}\n${text}`;
      },
    });
}
