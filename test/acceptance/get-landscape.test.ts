import { describe, expect, it } from "vitest";
import { demoProjects } from "./harness/demo-projects.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();

describe("200", () => {
  it("has every demo project, as its file says, on a place of its own", async () => {
    const map = await service().get("getLandscape");
    expect(map.count).toBe(demoProjects.length);
    expect(map.slugs.toSorted()).toEqual(demoProjects.map(({ slug }) => slug).toSorted());
    for (const column of [map.names, map.x, map.y, map.cluster, map.category, map.year, map.award])
      expect(column).toHaveLength(map.count);
    map.slugs.forEach((slug, i) => {
      const { record, hackathon, award } = demoProjects.find((project) => project.slug === slug)!;
      expect([map.names[i], map.year[i], [null, "winner", "honorable_mention"][map.award[i]!]]).toEqual([
        record.name,
        Number(hackathon.startDate.slice(0, 4)),
        award,
      ]);
      expect(map.categories[map.category[i]!]?.key).toBe(record.categories.primaryKey);
    });
    const places = new Set(map.x.map((x, i) => `${x} ${map.y[i]}`));
    expect(places.size).toBeGreaterThan(map.count * 0.95);
  });

  it("places neighbors of one cluster nearer to each other than chance would", async () => {
    const { x, y, cluster, count } = await service().get("getLandscape");
    let same = 0;
    for (let i = 0; i < count; i++) {
      const distance = (other: number) => (x[i]! - x[other]!) ** 2 + (y[i]! - y[other]!) ** 2;
      const others = [...x.keys()].filter((other) => other !== i);
      const nearest = others.reduce((best, other) => (distance(other) < distance(best) ? other : best));
      if (cluster[nearest] === cluster[i]) same++;
    }
    expect(same / count).toBeGreaterThan(0.4);
  });

  it("repeats: the same bytes, and 304 for a client that has them", async () => {
    const first = await service().ask("getLandscape");
    const etag = first.headers.get("etag");
    expect(etag).toBeTruthy();
    const again = await fetch(`${service().url}/api/v1/landscape`, {
      headers: service().headers({ headers: { "If-None-Match": etag! } }),
    });
    expect(again.status).toBe(304);
  });
});

describeRefusals({ service, id: "getLandscape", valid: {} });
