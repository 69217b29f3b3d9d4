import { useLocation } from "@tanstack/react-router";
import { ignoredFields, type RawSearch } from "../router/search-params.ts";
import { Banner } from "../ui/banner.tsx";

/** Says which values of the address mean nothing. `read`: the view, with every field of the page that was understood. */
export function IgnoredNotice({ read, names }: { read: object; names: readonly string[] }) {
  const raw: RawSearch = useLocation({ select: ({ search }) => search });
  const ignored = ignoredFields(raw, { ...read }, names);
  if (ignored.length === 0) return null;
  return (
    <Banner tone="neutral">
      Ignored in this address:{" "}
      {ignored.map((pair, at) => (
        <span key={pair}>
          {at > 0 && ", "}
          <q className="break-all">{pair}</q>
        </span>
      ))}
      .
    </Banner>
  );
}
