import type { ResourceSponsor } from "../../../../src/contract/api/resources.ts";
import { Badge, Badges } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Links } from "./links.tsx";

export function Sponsors({ sponsors }: { sponsors: readonly ResourceSponsor[] }) {
  if (sponsors.length === 0) return null;
  return (
    <section aria-labelledby="sponsors" className="space-y-3">
      <h2 id="sponsors" className="pt-2 text-lg font-semibold">
        Sponsors
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {sponsors.map((sponsor) => (
          <Card
            key={`${sponsor.trackId} ${sponsor.slug}`}
            title={sponsor.name}
            aside={sponsor.hasSkill && <Badge tone="accent">Skill for agents</Badge>}
          >
            <div className="space-y-3">
              <Badges names={sponsor.tags} />
              <div className="text-sm">
                <Markdown text={sponsor.content} below={3} />
              </div>
              <Links links={sponsor.links} />
            </div>
          </Card>
        ))}
      </div>
    </section>
  );
}
