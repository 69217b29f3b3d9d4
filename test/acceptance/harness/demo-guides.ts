/** The demo's resources and FAQs, read from its files, as expected values. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { FaqRecord } from "../../../src/contract/api/faqs.ts";

interface Placed {
  trackId?: string;
}
interface DemoLink {
  label: string;
  url: string;
  description?: string;
}

export interface DemoResources {
  hackathon: string;
  pageUrl: string;
  tracks?: { id: string; name: string }[];
  sponsors: (Placed & { name: string; slug: string; tags: string[]; content: string; links: DemoLink[] })[];
  topics: (Placed & {
    id: string;
    title: string;
    groups: { id: string; title: string; links: DemoLink[] }[];
  })[];
  rpcProviders: (Placed & { name: string; description: string; offer?: string; links: DemoLink[] })[];
}

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../../demo/${name}`, import.meta.url), "utf8"));

/** Four tracks. */
export const northwind = (read("resources/northwind-2025.yaml") as DemoResources[])[0]!;
/** None. */
export const commons = (read("resources/commons-2024.yaml") as DemoResources[])[0]!;
export const demoFaqs = read("faqs.yaml") as FaqRecord[];

/** Names that match a query, by plain loops: sponsors, labels of topic links, RPC providers. */
export function expectedNames(
  resources: DemoResources,
  { track, q = "", kind = "all" }: { track?: string; q?: string; kind?: string },
): string[][] {
  const words = q.toLowerCase().split(" ").filter(Boolean);
  const hits = (...texts: (string | undefined)[]) =>
    words.every((word) => texts.some((text) => text?.toLowerCase().includes(word)));
  const here = ({ trackId }: Placed) => !track || !trackId || trackId === track;
  const labels = resources.topics
    .filter(here)
    .flatMap((topic) => topic.groups.flatMap((group) => group.links.map((link) => ({ topic, group, link }))))
    .filter(({ topic, group, link }) => hits(link.label, link.description, group.title, topic.title))
    .map(({ link }) => link.label);
  const sponsors = resources.sponsors
    .filter(here)
    .filter(({ name, tags, content, links }) =>
      hits(name, ...tags, content, ...links.map((link) => link.label)),
    )
    .map(({ name }) => name);
  const providers = resources.rpcProviders
    .filter(here)
    .filter(({ name, description, offer }) => hits(name, description, offer))
    .map(({ name }) => name);
  const asked = (one: string, names: string[]) => (kind === "all" || kind === one ? names : []);
  return [asked("sponsors", sponsors), asked("topics", labels), asked("rpc", providers)];
}
