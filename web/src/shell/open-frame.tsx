import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonLook } from "../ui/button.tsx";
import { Brand } from "./brand.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The layout of pages that visitors may read without a session. */
export function OpenFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2 max-sm:px-4 lg:px-10">
        <span className="mr-auto">
          <Brand />
        </span>
        <ThemeSwitch />
        <Link to="/console/sign-in" search={{ next: path }} className={buttonLook("secondary")}>
          Sign in
        </Link>
      </header>
      <main id="page" className="px-5 py-7 max-sm:px-4 max-sm:py-5 lg:px-10 lg:py-8">
        {children}
      </main>
    </>
  );
}
