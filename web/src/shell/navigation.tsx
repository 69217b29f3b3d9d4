import { Link } from "../router/link.tsx";
import { useLocation } from "../router/location.ts";
import { type MemberPage, memberPages } from "../router/pages.ts";
import { Icon } from "../ui/icon.tsx";

const look =
  "flex min-h-9 items-center gap-1.5 rounded-lg px-3 py-1.5 text-sm font-medium max-lg:min-h-11 " +
  "text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text";

export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const { path } = useLocation();
  const at = path === "" ? "token" : path;
  const links = (pages: readonly MemberPage[]) =>
    pages.map((page) => (
      <li key={page.path}>
        <Link to={page.path} className={look} aria-current={page.path === at ? "page" : undefined}>
          {page.name}
        </Link>
      </li>
    ));
  return (
    <nav aria-label="Console" className="flex-1 px-2 pb-4">
      <ul className="space-y-0.5">
        {links(memberPages.filter((page) => !page.adminOnly))}
        <li>
          <a href="/docs" target="_blank" rel="noopener" className={look}>
            API reference
            <Icon name="outside" className="size-3" />
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        </li>
      </ul>
      {isAdmin && (
        <>
          <h2 className="mt-6 mb-1.5 px-3 text-xs font-semibold text-muted">Administration</h2>
          <ul className="space-y-0.5">{links(memberPages.filter((page) => page.adminOnly))}</ul>
        </>
      )}
    </nav>
  );
}
