import { parseSearch } from "../router/search-params.ts";
import { readArchiveSearch } from "./archive-search.ts";
import { Crumbs } from "./crumbs.tsx";
import { lastList } from "./last-list.ts";
import { readProjectSearch } from "./project-search.ts";

/** Leads to the projects as they were listed last. */
export const ToProjects = () => (
  <Crumbs
    to="/projects"
    name="Projects"
    search={{ ...readProjectSearch(parseSearch(lastList("/projects"))) }}
  />
);

/** Leads to the archive as it was searched last. */
export const ToArchive = () => (
  <Crumbs to="/archive" name="Archive" search={{ ...readArchiveSearch(parseSearch(lastList("/archive"))) }} />
);
