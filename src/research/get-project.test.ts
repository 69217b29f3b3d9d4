import { afterAll, describe, expect, it } from "vitest";
import { projectDetailsSchema } from "../contract/api/project.ts";
import { contextOf, demoProjects, freshness } from "./demo-context.case.ts";
import { getProject } from "./get-project.ts";

const context = contextOf(demoProjects);
afterAll(() => context.dispose());

describe("getProject", () => {
  it("returns every project of the demo in full, as in the contract", () => {
    for (const { slug, record } of demoProjects) {
      const details = projectDetailsSchema.parse(getProject(context, { slug }));
      expect(details).toMatchObject({ slug, name: record.name, corpusRevision: "revision-1", freshness });
      expect(details.isWinner).toBe(details.award === "winner");
    }
  });

  it("answers an unknown slug and a withdrawn project alike", () => {
    context.index.withdraw("kerbwise");
    const errors = ["kerbwise", "no-such-project", ""].map((slug) => {
      try {
        return getProject(context, { slug });
      } catch (error) {
        return error;
      }
    });
    expect(errors[0]).toMatchObject({ code: "NOT_FOUND", status: 404 });
    expect(errors.map((error) => (error as Error).message)).toEqual(
      errors.map(() => (errors[0] as Error).message),
    );
  });
});
