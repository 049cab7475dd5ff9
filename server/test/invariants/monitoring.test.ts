import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindNames } from '../../src/features/alerts/rules.ts';
import { openWorld } from '../harness/world.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const rules = read('deploy/monitoring/prometheus-rules.yml');
const dashboard = read('deploy/monitoring/grafana-dashboard.json');

it('rules and dashboard read only metrics that the service has', async () => {
  const world = await openWorld();
  const { payload } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const types = [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const series = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  );
  const expressions = [...`${rules}${dashboard}`.matchAll(/"?expr"?: (?:\|\n)?((?:.*\n?){1,2})/g)].map(
    ([, text = '']) => text,
  );
  const used = expressions.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g) ?? []);
  const labels = ['min_over_time', 'histogram_quantile'];
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !series.includes(name) && !labels.includes(name))).toEqual([]);
});

it('the runbook has a section for each alert', () => {
  const sections = [...read('docs/runbook.md').matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
  const ofPrometheus = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(sections.toSorted()).toEqual([...kindNames, ...ofPrometheus].toSorted());
});
