import { readFile } from 'node:fs/promises';
import { catalogue, type MetricDefinition } from '@sluice/telemetry';
import t, { type Test } from 'tap';
import { parse } from 'yaml';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string; legendFormat: string }[] }[];
}

const metrics: Partial<Record<string, MetricDefinition>> = catalogue;

/** Returns the metric of a series; the series of a histogram have suffixes. */
function metricOf(series: string): MetricDefinition | undefined {
  const histogram = metrics[series.replace(/_(bucket|count|sum)$/, '')];
  return histogram?.type === 'histogram' ? histogram : metrics[series];
}

/** Returns the labels that an expression selects or groups by, including those of templates. */
function labelsIn(text: string): string[] {
  const selected = [...text.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label);
  const grouped = [...text.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list]) => list?.split(/, */));
  const shown = [...text.matchAll(/\{\{ ?(?:\$labels\.)?([a-z_]+) ?\}\}/g)].map(
    ([, label]) => label,
  );
  return [...selected, ...grouped, ...shown].flatMap((label) => label ?? []);
}

/** Labels that Prometheus adds. */
const added = ['le', 'job', 'instance'];

function checkExpression(t: Test, name: string, expr: string, text = ''): void {
  const series = [...expr.matchAll(/sluice_[a-z_]+/g)].map(([found]) => found);
  t.ok(series.length > 0, `${name} uses a metric`);
  const known = new Set(added);
  for (const each of series) {
    const metric = metricOf(each);
    t.ok(metric, `${name}: ${each} exists`);
    for (const label of metric?.labels ?? []) known.add(label);
    if (metric?.type === 'histogram') t.match(each, /_(bucket|count|sum)$/, name);
    if (metric?.type === 'counter') t.match(expr, /rate\(|increase\(/, name);
  }
  for (const label of labelsIn(`${expr} ${text}`))
    t.ok(known.has(label), `${name}: label ${label}`);
  t.equal(expr.split('(').length, expr.split(')').length, `${name}: parentheses`);
}

t.test('every alert uses existing metrics and labels and is documented', async (t) => {
  const rules = (
    parse(await read('deploy/prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }
  ).groups.flatMap((group) => group.rules);
  const page = await read('docs/how-to/operate/respond-to-alerts.md');
  t.ok(rules.length > 10);
  for (const { alert, expr, labels, annotations } of rules) {
    checkExpression(t, alert, expr, annotations.summary);
    t.match(labels.severity, /^(page|warn)$/, alert);
    t.ok(page.includes(`## ${alert}\n`), `${alert} is documented`);
  }
  const explained = [...page.matchAll(/^## (Sluice\w+)$/gm)].map(([, name]) => name);
  t.same(
    explained,
    rules.map((rule) => rule.alert),
    'in the same order, without others',
  );
});

t.test('the autoscaler uses existing metrics and labels', async (t) => {
  const { spec } = parse(await read('deploy/kubernetes/autoscaling/worker.yaml')) as {
    spec: { triggers: { type: string; metadata: { query: string; threshold: string } }[] };
  };
  t.equal(spec.triggers.length, 2);
  for (const { type, metadata } of spec.triggers) {
    t.equal(type, 'prometheus');
    checkExpression(t, metadata.query, metadata.query);
    t.ok(Number(metadata.threshold) > 0);
  }
});

t.test('every dashboard panel uses existing metrics and labels', async (t) => {
  const { panels } = JSON.parse(await read('deploy/grafana-dashboard.json')) as Dashboard;
  for (const { title, targets } of panels) {
    for (const { expr, legendFormat } of targets) {
      checkExpression(t, title, expr, legendFormat);
    }
  }
  t.ok(panels.length > 10);
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});
