/** For tests of project search: parses requests as the service does, checks responses against the contract. */
import { afterAll, beforeAll, onTestFinished } from "vitest";
import {
  type SearchProjectsResponse,
  searchProjectsRequestSchema,
  searchProjectsResponseSchema,
} from "../../contract/api/search-projects.ts";
import { contextOf, demoProjects, type TestContext } from "../demo-context.case.ts";
import { searchProjects } from "./search-projects.ts";

/** A context that is closed after the test. */
export function context(...given: Parameters<typeof contextOf>): TestContext {
  const one = contextOf(...given);
  onTestFinished(() => one.dispose());
  return one;
}

/** The demo's projects, in test files that call `useDemo`. */
export let demo: TestContext;

export function useDemo(): void {
  beforeAll(() => {
    demo = contextOf(demoProjects);
  });
  afterAll(() => demo.dispose());
}

export async function search(request: object, on: TestContext = demo): Promise<SearchProjectsResponse> {
  const response = await searchProjects(on, searchProjectsRequestSchema.parse(request));
  return searchProjectsResponseSchema.parse(response);
}

export const slugs = ({ results }: SearchProjectsResponse) => results.map((result) => result.slug);
