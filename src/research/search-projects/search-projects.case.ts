/** For tests of project search: parses requests as the service does, checks responses against the contract. */
import { afterAll } from "vitest";
import {
  type SearchProjectsResponse,
  searchProjectsRequestSchema,
  searchProjectsResponseSchema,
} from "../../contract/api/search-projects.ts";
import { contextOf, demoProjects, type TestContext } from "../demo-context.case.ts";
import { searchProjects } from "./search-projects.ts";

const open: TestContext[] = [];
afterAll(() => {
  for (const context of open.splice(0)) context.dispose();
});

/** A context that is closed after the tests of the file. */
export function context(...given: Parameters<typeof contextOf>): TestContext {
  const one = contextOf(...given);
  open.push(one);
  return one;
}

export const demo = context(demoProjects);

export async function search(request: object, on: TestContext = demo): Promise<SearchProjectsResponse> {
  const response = await searchProjects(on, searchProjectsRequestSchema.parse(request));
  return searchProjectsResponseSchema.parse(response);
}

export const slugs = ({ results }: SearchProjectsResponse) => results.map((result) => result.slug);
