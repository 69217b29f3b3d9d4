/** Addresses of records and of lists of them. */
import { stringifySearch } from "../router/search-params.ts";

export const projectHref = (slug: string): string => `/projects/${encodeURIComponent(slug)}`;
export const documentHref = (id: string): string => `/archive/${encodeURIComponent(id)}`;
export const clusterHref = (key: string): string => `/clusters/${encodeURIComponent(key)}`;

/** Fields of `POST /search/projects` by name, those of `filters` beside the others. */
export type ProjectListSearch = Record<string, string | readonly (string | number)[] | boolean | undefined>;

export const projectsHref = (search: ProjectListSearch): string => `/projects${stringifySearch(search)}`;
