/** What a file can contain, in words. */
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";

export type ImportState = ConsoleOutput<"getImport">;
export type ImportKind = NonNullable<ImportState["running"]>["kind"];

export const kindNames: Record<ImportKind, string> = {
  projects: "Projects",
  archive: "Documents of the archive",
  members: "Members' profiles and entries",
  sources: "Sources",
  hackathons: "Hackathons",
  resources: "Resources of hackathons",
  faqs: "FAQs",
};

export const importKinds = Object.keys(kindNames) as readonly ImportKind[];

const signs: readonly [RegExp, ImportKind][] = [
  [/member|profile/i, "members"],
  [/resource|sponsor/i, "resources"],
  [/source/i, "sources"],
  [/faq|question/i, "faqs"],
  [/project|submission|entries|devpost/i, "projects"],
  [/hackathon|event/i, "hackathons"],
  [/archive|doc|essay|article|post|letter|\.(md|markdown)$/i, "archive"],
];

/** By the file's name; projects if it says nothing. */
export const likelyKind = (name: string): ImportKind =>
  signs.find(([pattern]) => pattern.test(name))?.[1] ?? "projects";

/** What a new map begins with: the fields that a record needs. */
export const mapBeginnings: Record<ImportKind, string> = {
  projects: '{\n  "slug": $slug(name),\n  "name": name\n}\n',
  archive: '{\n  "source": "essays",\n  "title": title,\n  "content": content\n}\n',
  members: '{\n  "email": email\n}\n',
  sources: '{\n  "key": $slug(name),\n  "label": name\n}\n',
  hackathons: '{\n  "slug": $slug(name),\n  "name": name\n}\n',
  resources: '{\n  "hackathon": $slug(hackathon),\n  "pageUrl": url\n}\n',
  faqs: '{\n  "program": "hackathon",\n  "id": $slug(question),\n  "question": question,\n  "answer": answer,\n  "sourceUrl": url\n}\n',
};
