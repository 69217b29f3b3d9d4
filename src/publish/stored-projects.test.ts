import { describe, expect, it } from "vitest";
import { projectOf } from "../corpus/projects/project-index.case.ts";
import { ProjectStore } from "./stored-projects.ts";

const tags = {
  problemTags: ["late payment"],
  solutionTags: [],
  primitives: [],
  techStack: ["rust"],
  targetUsers: [],
};
const categories = { version: "1", primaryKey: "a", secondaryKey: null, confidence: "low" } as const;
const given = (slug: string, fields = {}) => ({ ...projectOf({ slug, ...fields }), contentHash: slug });

describe("ProjectStore", () => {
  it("returns every record as it was given, of any length, in any order", () => {
    const store = new ProjectStore();
    const projects = Array.from({ length: 100 }, (_, i) =>
      given(`p${i}`, { name: `Größe ${i} 😀`, description: "x".repeat(200_000 - i) }),
    );
    const stored = projects.map((project) => store.add(project));
    for (const i of [99, 0, 83, 84, 85, 83]) {
      const { slug, hackathonSlug, createdAt, contentHash, record } = stored[i]!;
      expect({ slug, hackathonSlug, createdAt, contentHash, record }).toEqual(projects[i]);
    }
  });

  it("adds derived fields to a record, and leaves the project as it was", () => {
    const store = new ProjectStore();
    const plain = store.add(given("plain"));
    const before = plain.record;
    const derived = store.withDerived(plain, { tags, categories });
    expect(derived.record).toEqual({ ...before, tags, categories });
    expect(plain.record).toEqual(before);
    expect(store.derived(derived)).toEqual({ tags, categories });
    expect(store.derived(plain)).toEqual({ tags: null, categories: null });
  });

  it("keeps imported fields where nothing was derived, but no empty tags", () => {
    const store = new ProjectStore();
    const imported = store.add(given("imported", { tags, categories }));
    const nothing = { tags: null, categories: null };
    expect(store.withDerived(imported, nothing).record).toMatchObject({ tags, categories });
    const none = { ...tags, problemTags: [], techStack: [] };
    const empty = store.add(given("empty", { tags: none }));
    expect(store.withDerived(empty, nothing).record.tags).toBeNull();
  });

  it("adds derived tags to imported technologies", () => {
    const store = new ProjectStore();
    const none = { ...tags, problemTags: [], techStack: [] };
    const imported = store.add(given("imported", { tags: { ...none, techStack: ["rust"] } }));
    const derived = { ...none, problemTags: ["late payment"] };
    expect(store.withDerived(imported, { tags: derived, categories: null }).record.tags).toEqual(tags);
    expect(store.withDerived(imported, { tags: null, categories: null }).record.tags).toEqual({
      ...none,
      techStack: ["rust"],
    });
  });
});
