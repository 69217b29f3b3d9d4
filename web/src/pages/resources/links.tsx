import { OutsideLink } from "../../ui/outside-link.tsx";

interface ResourceLink {
  label: string;
  url: string;
  description?: string | undefined;
}

export function Links({ links }: { links: readonly ResourceLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="space-y-1.5 text-sm">
      {links.map(({ label, url, description }) => (
        <li key={`${url} ${label}`}>
          <OutsideLink url={url}>{label}</OutsideLink>
          {description && <span className="block text-muted">{description}</span>}
        </li>
      ))}
    </ul>
  );
}
