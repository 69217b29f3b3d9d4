/** For tests: a site on this machine, and the connector that reads it. Files close it after each test. */
import type { ConnectorRecordOf } from "../../contract/records/connector-record.ts";
import { type Reading, readAll } from "../conformance.case.ts";
import { startSite, type TestPage, type TestSite } from "../web/site.case.ts";
import { siteConnector } from "./site.ts";

type SiteRecord = ConnectorRecordOf<"site">;

export let site: TestSite;
export const serve = async (pages: Record<string, string | TestPage> = {}) => {
  site = await startSite(pages);
};

export const record = (path: string, change: Partial<SiteRecord> = {}): SiteRecord => ({
  kind: "site",
  url: `${site.url}${path}`,
  delaySeconds: 0,
  ...change,
});
export const read = (path: string, change: Partial<SiteRecord> = {}, earlier?: Reading) =>
  readAll(siteConnector, { record: record(path, change) }, earlier);
export const paths = (reading: Reading | null) => reading!.items.map(({ id }) => id.replace(site.url, ""));
export const failure = (path: string, change?: Partial<SiteRecord>) =>
  read(path, change).then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`,
  );

export const sitemap = (urls: (string | [path: string, lastmod: string])[], base = site.url): TestPage => ({
  type: "application/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => (typeof url === "string" ? [url] : url))
    .map(
      ([path, date]) =>
        `<url><loc>${path!.startsWith("http") ? path : base + path}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`,
    )
    .join("")}</urlset>`,
});
export const index = (...names: string[]): TestPage => ({
  type: "application/xml",
  body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names
    .map((name) => `<sitemap><loc>${site.url}${name}</loc></sitemap>`)
    .join("")}</sitemapindex>`,
});
export const robots = (body: string): TestPage => ({ type: "text/plain", body });
