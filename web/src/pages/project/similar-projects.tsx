import { useResearch } from "../../api/use-research.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

export function SimilarProjects({ slug }: { slug: string }) {
  const answer = useResearch("similarProjects", { slug, limit: 6 }, { keepsPrevious: false });
  return (
    <section aria-labelledby="similar" className="space-y-3">
      <h2 id="similar" className="text-lg font-semibold">
        Similar projects
      </h2>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading similar projects …" rows={3} />}
      {answer.data?.results.length === 0 && (
        <p className="text-muted">None: this project has no text to compare by.</p>
      )}
      {answer.data && answer.data.results.length > 0 && (
        <ProjectList projects={answer.data.results} level={3} ranked />
      )}
    </section>
  );
}
