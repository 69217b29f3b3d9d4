import type { ProjectUpdate } from "../../../../src/contract/api/me.ts";
import { formatDay } from "../../ui/days.ts";
import { OutsideLink } from "../../ui/outside-link.tsx";

const kinds: Record<ProjectUpdate["kind"], string> = {
  hackathon: "Hackathon update",
  eternal: "Update",
  buildLog: "Build log",
};

export function ProjectUpdates({ updates }: { updates: readonly ProjectUpdate[] }) {
  return (
    <ul className="space-y-2">
      {updates.map(({ kind, number, publishedAt, links }) => (
        <li key={`${kind} ${number} ${publishedAt}`}>
          <span className="font-medium">
            {kinds[kind]}
            {number !== null && ` ${number}`}
          </span>
          <span className="text-muted"> · {formatDay(publishedAt)}</span>
          {links.map((link) => (
            <span key={link} className="block">
              <OutsideLink url={link} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
