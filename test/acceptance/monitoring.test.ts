/** The dashboard and the documented alerts ask for metrics that the service has. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { useService } from "./harness/service.ts";

const service = useService();

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}
const { panels } = JSON.parse(
  readFileSync(new URL("../../deploy/grafana-dashboard.json", import.meta.url), "utf8"),
) as { panels: Panel[] };

const page = readFileSync(new URL("../../docs/monitoring.md", import.meta.url), "utf8");
/** Without `up`, which Prometheus adds. */
const alerts = [...page.matchAll(/^ +expr: (.+)$/gm)]
  .map(([, expr]) => expr!)
  .filter((expr) => !/^up\b/.test(expr));

it("every metric and label of the dashboard and of the alerts is in /metrics", async () => {
  await service().searchProjects({ query: "invoices" });
  const text = await (await fetch(`${service().url}/metrics`)).text();
  const known = new Map<string, Set<string>>();
  for (const [, name, labels = ""] of text.matchAll(/^([a-z_]\w*)(?:\{([^}]*)\})? /gm))
    known.set(
      name!,
      new Set([...(known.get(name!) ?? []), ...[...labels.matchAll(/(\w+)=/g)].map(([, label]) => label!)]),
    );
  const asked = [...alerts, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  expect(alerts.length).toBeGreaterThan(3);
  for (const expr of asked) {
    const names = [...expr.matchAll(/\b(?:priorart|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(names.length, expr).toBeGreaterThan(0);
    for (const name of names) expect([...known.keys()], expr).toContain(name);
    const labels = [...expr.matchAll(/by \(([^)]*)\)|(\w+)(?==~?")/g)].flatMap(([, list, one]) =>
      list ? list.split(", ") : [one!],
    );
    const all = new Set(names.flatMap((name) => [...known.get(name)!]));
    for (const label of labels.filter((one) => !["job", "instance"].includes(one)))
      expect([...all], expr).toContain(label);
  }
});

it("its panels do not overlap", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBeLessThanOrEqual(24);
});
