import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import ar from './server.ar.json';
import en from './server.en.json';
import id from './server.id.json';

const features = join(import.meta.dirname, '../../../server/src/features');

/** The names that the server's files give to something, as far as the pattern knows them. */
const namesIn = (file: string, pattern: RegExp): string[] =>
  readdirSync(features)
    .map((feature) => join(features, feature, file))
    .filter((address) => existsSync(address))
    .flatMap((address) => [...readFileSync(address, 'utf8').matchAll(pattern)].map(([, name = '']) => name));

const steps = namesIn('jobs.ts', /(?:name: |cleanup\(|purgeStep\()'(\w+)'/g);
const topics = namesIn('rules.ts', /(?:\w+: '(?=media\.)|Topic = ')([\w.]+)'/g);

const actions = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.fixture.ts'))
  .flatMap((path) => [...readFileSync(join(features, path), 'utf8').matchAll(/action: '(\w+\.\w+)'/g)])
  .map(([, name = '']) => name);

describe.each(Object.entries({ en, ar, id }))('in %s', (_, tables) => {
  it('every step of a job has words', () => {
    expect(steps).toContain('trash');
    expect(steps.filter((step) => !(step in tables.count))).toEqual([]);
  });

  it('every action of the audit log has words', () => {
    expect(actions).toContain('wallet.adjust');
    expect(actions.filter((action) => !(action in tables.action))).toEqual([]);
  });

  it('every status of a purchase and every field of a subscription product has words', () => {
    const statuses = ['pending', 'completed', 'refunded'];
    expect(statuses.filter((status) => !(status in tables.status))).toEqual([]);
    expect(['periodDays', 'unlocksAll'].filter((field) => !(field in tables.field))).toEqual([]);
  });

  it('every subject of a message to the outside has words', () => {
    expect(topics).toEqual(expect.arrayContaining(['media.retry', 'payments.answer']));
    expect(topics.filter((topic) => !(topic in tables.outboxTopic))).toEqual([]);
  });
});
