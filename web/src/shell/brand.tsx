/** The logo and the name; inline SVG, so that it uses the theme's colours. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--accent)" />
        <path
          d="M9 24V8h8.2a5.4 5.4 0 0 1 0 10.8H9"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <circle cx="22.5" cy="23.2" r="2.3" fill="var(--on-accent)" />
      </svg>
      Prior Art
    </span>
  );
}
