/** GET /projects/by-slug/:slug */
import { ApiError } from "../contract/api/errors.ts";
import type { ProjectDetails } from "../contract/api/project.ts";
import type { ProjectContext } from "./context.ts";

/** One project in full. NOT_FOUND for an unknown or withdrawn one. */
export function getProject(
  { snapshot }: Pick<ProjectContext, "snapshot">,
  { slug }: { slug: string },
): ProjectDetails {
  const row = snapshot.projects.find(slug);
  if (row < 0) throw new ApiError("NOT_FOUND", "No project has this slug; search for it by its name.");
  const { corpusRevision, freshness } = snapshot;
  return { ...snapshot.projects.details(row), corpusRevision, freshness };
}
