/** The look of what opens over the page: lists of choices, menus, popovers. */
export const popoverLook =
  "max-h-80 overflow-y-auto rounded-xl border border-line bg-surface p-1 text-text shadow-lg";

export const listItemLook =
  "flex cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm outline-none max-sm:min-h-11 " +
  "data-focused:bg-hover data-disabled:opacity-60";
