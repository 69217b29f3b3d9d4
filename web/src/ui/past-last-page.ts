interface Place {
  offset: number;
  limit: number;
  /** Null where it is not known. */
  total: number | null;
}

/** What an empty page says that an address asks for, though the results end before it. */
export function pastLastPage({ offset, limit, total }: Place): string {
  const page = (count: number) => Math.ceil(count / limit).toLocaleString("en");
  const asked = `There is no page ${page(offset + 1)}`;
  return total === null || total === 0 ? `${asked}.` : `${asked}; the last page is ${page(total)}.`;
}
