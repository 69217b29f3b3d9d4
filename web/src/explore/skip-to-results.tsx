/** For keyboards: past the filters, to the heading of the results, or to what is there instead. */
export function SkipToResults() {
  return (
    <button
      type="button"
      onClick={() => {
        const results = document.getElementById("results");
        (results?.querySelector<HTMLElement>("[data-results]") ?? results)?.focus();
      }}
      className="absolute z-20 -translate-y-[200vh] rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0 max-lg:hidden"
    >
      Skip to results
    </button>
  );
}
