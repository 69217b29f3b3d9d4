import { useState } from "react";
import { useResearch } from "../../api/use-research.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { foundProjects } from "../../explore/found-tables.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import { Button } from "../../ui/button.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

const shownAtFirst = 6;
/** As many as the service lists. */
const most = 25;

export function SimilarProjects({ slug }: { slug: string }) {
  const [all, setAll] = useState(false);
  const answer = useResearch("similarProjects", { slug, limit: most }, { keepsPrevious: false });
  const results = answer.data?.results ?? [];
  const shown = all ? results : results.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="similar" className="space-y-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="similar" className="text-lg font-semibold">
          Similar projects
        </h2>
        {results.length > 0 && (
          <TableDownloads
            label="the similar projects"
            file={`similar to ${slug}`}
            table={() => foundProjects(results)}
          />
        )}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading similar projects …" rows={3} />}
      {answer.data?.results.length === 0 && (
        <p className="text-muted">None: this project has no text to compare by.</p>
      )}
      {shown.length > 0 && <ProjectList projects={shown} level={3} ranked />}
      {results.length > shown.length && (
        <Button onClick={() => setAll(true)}>Show {results.length - shown.length} more</Button>
      )}
    </section>
  );
}
