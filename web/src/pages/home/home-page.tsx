import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { QueryForm } from "../../explore/query-form.tsx";
import { useFocusedHeading } from "../../ui/page.tsx";
import { EntryPoints } from "./entry-points.tsx";
import { Holdings } from "./holdings.tsx";
import { RecentHackathons } from "./recent-hackathons.tsx";
import { Subjects } from "./subjects.tsx";

/** The first page of members: one search, the contents of the corpus, where to go. */
export function HomePage() {
  const navigate = useNavigate();
  const heading = useFocusedHeading();
  useEffect(() => {
    document.title = "Prior Art";
  }, []);
  return (
    <div className="mx-auto max-w-4xl space-y-10 pt-[6vh] max-sm:pt-4">
      <div className="space-y-5">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-center text-2xl font-semibold tracking-tight text-balance"
        >
          What do you want to build?
        </h1>
        <QueryForm
          label="What do you want to build?"
          placeholder="An idea, a problem, a technology"
          value=""
          large
          button="Search projects"
          other={{
            name: "Check the idea",
            onSearch: (idea) => void navigate({ to: "/check", search: idea === "" ? {} : { idea } }),
          }}
          onSearch={(query) => void navigate({ to: "/projects", search: query === "" ? {} : { query } })}
        />
        <Holdings />
        <Subjects />
      </div>
      <EntryPoints />
      <RecentHackathons />
    </div>
  );
}
