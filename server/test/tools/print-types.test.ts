import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedValues, printTypes } from '../../tools/print-types.ts';
import { openSample, type Sample } from './print-sample.ts';

let sample: Sample;

beforeAll(async () => {
  sample = await openSample();
});

afterAll(() => sample?.close());

describe('printTypes', () => {
  it('prints the selected tables and views, but no partitions', async () => {
    const text = await printTypes(sample.client, (table) => table !== 'a_summary');
    const paragraphs = text.split('\n\n');
    expect(paragraphs[0]).toBe('// Generated from the migrations by npm run generate; do not edit.');
    expect(paragraphs).toContain(`export interface Admins {
  id: string;
  email: string;
  name: string;
  role: 'owner' | 'editor' | 'it\\'s';
  state: 'on' | 'off' | null;
  tags: Generated<string[]>;
  settings: Generated<Json>;
  invited_by: string | null;
  code: Generated<string | null>;
  'Odd name': string | null;
  seen_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}`);
    expect(paragraphs).toContain(`export interface Codes {
  id: Generated<number>;
  code: string;
  kind: Generated<unknown>;
  kinds: unknown[] | null;
  length: GeneratedAlways<number | null>;
  code_check: 'only' | null;
}`);
    expect(paragraphs).toContain(`export interface LedgerEntries {
  id: string;
  at: Timestamp;
  direction: unknown;
  amount: Generated<number>;
  worth: unknown;
  receipt: Generated<number>;
  admin_id: string;
}`);
    expect(paragraphs).toContain(`export interface ZNames {
  id: GeneratedAlways<string | null>;
  name: GeneratedAlways<string | null>;
}`);
    expect(paragraphs.at(-1)).toBe(`export interface DB {
  admins: Admins;
  codes: Codes;
  visits: Visits;
  z_names: ZNames;
  'ledger.entries': LedgerEntries;
  'ledger.totals': LedgerTotals;
}
`);
  });

  it.each([
    [`CHECK ((kind = ANY (ARRAY['a'::text, 'it''s'::text])))`, ['a', "it's"]],
    [`CHECK ((kind = 'a'::text))`, ['a']],
    [`CHECK (((kind IS NULL) OR (kind = ANY (ARRAY['a'::text, ''::text]))))`, ['a', '']],
    [`CHECK (((kind)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))`, ['a', 'b']],
    [`CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text]))) NOT VALID`, undefined],
    [`CHECK (((kind = 'a'::text) OR (kind ~ 'b'::text)))`, undefined],
    [`CHECK ((kind <> ALL (ARRAY['a'::text, 'b'::text])))`, undefined],
    [`CHECK ((lower(kind) = ANY (ARRAY['a'::text, 'b'::text])))`, undefined],
    [`CHECK ((kind = E'a\\\\b'::text))`, undefined],
  ])('reads the values of %s', (definition, values) => {
    expect(allowedValues('kind', definition)).toEqual(values);
  });
});
