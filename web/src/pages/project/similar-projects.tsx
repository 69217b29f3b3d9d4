import { useResearch } from "../../api/use-research.ts";
import { foundProjects } from "../../explore/found-tables.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import { maxSimilar, SimilarSection } from "../../explore/similar-section.tsx";

export function SimilarProjects({ slug }: { slug: string }) {
  const answer = useResearch("similarProjects", { slug, limit: maxSimilar }, { keepsPrevious: false });
  const results = answer.data?.results ?? [];
  return (
    <SimilarSection
      name="projects"
      lead="The best match first, by words and meaning. The number is how close each is in meaning alone."
      answer={answer}
      items={results}
      shownAtFirst={6}
      nothing="None: this project has no text to compare by."
      download={{ file: `similar to ${slug}`, table: () => foundProjects(results) }}
      className=""
      list={(projects) => <ProjectList projects={projects} level={3} ranked />}
    />
  );
}
