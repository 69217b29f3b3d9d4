import type { MeResponse } from "../../../../src/contract/api/me.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";

/** The running hackathon or the last one, of which only the name is known; nothing without any. */
export function CurrentHackathon({ hackathon }: { hackathon: MeResponse["currentHackathon"] }) {
  if (hackathon.slug === "") return null;
  return (
    <Card>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="text-muted">Latest hackathon: </span>
          <span className="font-medium">{hackathon.name}</span>
        </span>
        {hackathon.registered ? <Badge tone="success">Registered</Badge> : <Badge>Not registered</Badge>}
      </p>
    </Card>
  );
}
