/** The last view of each list in this tab, as the query of its address: records lead back to it. */
const lists = ["/projects", "/archive"] as const;
type List = (typeof lists)[number];

const nameOf = (list: List) => `priorart-list ${list}`;

export function rememberList(list: List, query: string): void {
  try {
    sessionStorage.setItem(nameOf(list), query);
  } catch {
    // Storage can be disabled: records lead to the bare list then.
  }
}

/** Such as `?query=wallet`; empty where the list was not opened yet. */
export function lastList(list: List): string {
  try {
    return sessionStorage.getItem(nameOf(list)) ?? "";
  } catch {
    return "";
  }
}

export function forgetLists(): void {
  try {
    for (const list of lists) sessionStorage.removeItem(nameOf(list));
  } catch {
    // Storage can be disabled: there is nothing to forget.
  }
}
