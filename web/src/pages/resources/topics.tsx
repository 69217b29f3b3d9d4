import type { ResourceTopic } from "../../../../src/contract/api/resources.ts";
import { Card } from "../../ui/card.tsx";
import { Links } from "./links.tsx";

export function Topics({ topics }: { topics: readonly ResourceTopic[] }) {
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="topics" className="space-y-3">
      <h2 id="topics" className="pt-2 text-lg font-semibold">
        Topics
      </h2>
      {topics.map(({ id, title, summary, groups }) => (
        <Card key={id} title={title}>
          {summary && <p className="-mt-2 mb-3 text-muted">{summary}</p>}
          <div className="grid gap-5 sm:grid-cols-2">
            {groups.map((group) => (
              <div key={group.id}>
                <h3 className="mb-1.5 text-sm font-semibold">{group.title}</h3>
                <Links links={group.links} />
              </div>
            ))}
          </div>
        </Card>
      ))}
    </section>
  );
}
