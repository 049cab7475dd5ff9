import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printSchema } from '../../tools/print-schema.ts';
import { openSample, type Sample } from './print-sample.ts';

let sample: Sample;
let printed: string;

/** The statements that are printed together with the one that begins so. */
function paragraph(start: string): string[] {
  const found = printed.split('\n\n').find((text) => text.startsWith(start));
  return found?.split('\n') ?? [];
}

beforeAll(async () => {
  sample = await openSample();
  printed = await printSchema(sample.client);
});

afterAll(() => sample?.close());

describe('printSchema', () => {
  it('gives the same print after it was run on an empty database', async () => {
    const again = await sample.withDatabase('replayed', async (other) => {
      await other.query(printed);
      return printSchema(other);
    });
    expect(again).toBe(printed);
  });

  it('does not depend on the settings of the session, and leaves them', async () => {
    await sample.client.query(
      `set search_path = ledger, public; set timezone = 'Asia/Tokyo'; set quote_all_identifiers = on`,
    );
    expect(await printSchema(sample.client)).toBe(printed);
    const { rows } = await sample.client.query(
      `select current_setting('search_path') as path, current_setting('timezone') as zone`,
    );
    expect(rows).toEqual([{ path: 'ledger, public', zone: 'Asia/Tokyo' }]);
    await sample.client.query('reset all');
  });

  it('begins with the notice, the schemas and the extensions', () => {
    expect(printed.split('\n\n').slice(0, 4)).toEqual([
      '-- Generated from the migrations by npm run generate; do not edit.',
      'SET check_function_bodies = off;',
      [
        'CREATE SCHEMA ledger;',
        `COMMENT ON SCHEMA ledger IS 'Money''s moves';`,
        'GRANT USAGE ON SCHEMA ledger TO cliffhanger_app;',
        'REVOKE USAGE ON SCHEMA public FROM PUBLIC;',
        'GRANT USAGE ON SCHEMA public TO cliffhanger_app;',
      ].join('\n'),
      'CREATE EXTENSION btree_gist WITH SCHEMA public;\nCREATE EXTENSION citext WITH SCHEMA public;',
    ]);
    expect(printed.endsWith(';\n')).toBe(true);
    expect(printed).not.toMatch(/citext_eq|gbt_/);
  });

  it('prints types and sequences', () => {
    expect(paragraph('CREATE TYPE ledger.direction')).toEqual([
      `CREATE TYPE ledger.direction AS ENUM ('debit', 'credit');`,
      'REVOKE USAGE ON TYPE ledger.direction FROM PUBLIC;',
    ]);
    expect(paragraph('CREATE DOMAIN').slice(0, 2)).toEqual([
      'CREATE DOMAIN public.cents AS bigint DEFAULT 0',
      '  CONSTRAINT cents_check CHECK ((VALUE >= 0));',
    ]);
    expect(paragraph('CREATE TYPE ledger.amount')).toContain('  note text COLLATE "C"');
    expect(paragraph('CREATE SEQUENCE public.receipts')).toEqual([
      'CREATE SEQUENCE public.receipts AS integer START WITH 1000 INCREMENT BY 5 CYCLE;',
      'GRANT USAGE ON SEQUENCE public.receipts TO cliffhanger_app;',
    ]);
    expect(printed).not.toContain('CREATE SEQUENCE public.codes_id_seq');
    expect(paragraph('-- Table public.old_numbers')).toContain(
      'ALTER SEQUENCE public.legacy_id_seq OWNED BY public.old_numbers.id;',
    );
  });

  it('prints functions with what was granted and revoked', () => {
    expect(paragraph('CREATE OR REPLACE FUNCTION ledger.refuse()').slice(-3)).toEqual([
      `AS $function$ begin raise exception 'the ledger is only added to'; end $function$;`,
      'REVOKE EXECUTE ON FUNCTION ledger.refuse() FROM PUBLIC;',
      'GRANT EXECUTE ON FUNCTION ledger.refuse() TO cliffhanger_app;',
    ]);
    expect(paragraph('CREATE OR REPLACE PROCEDURE')).toContain(
      `COMMENT ON PROCEDURE public.tidy(integer) IS 'Throws old things away';`,
    );
    expect(printed).not.toContain('ON FUNCTION public.short_code()');
  });

  it('prints a table with all that belongs to it', () => {
    expect(paragraph('-- Table public.admins')).toEqual([
      '-- Table public.admins',
      'CREATE TABLE public.admins (',
      '  id uuid NOT NULL,',
      '  email public.citext NOT NULL,',
      '  name text COLLATE "C" NOT NULL,',
      '  role text NOT NULL,',
      '  state character varying(10),',
      `  tags text[] DEFAULT '{}'::text[] NOT NULL,`,
      `  settings jsonb DEFAULT '{}'::jsonb NOT NULL,`,
      '  invited_by uuid,',
      '  code text DEFAULT public.short_code(),',
      '  "Odd name" text,',
      '  seen_at timestamp with time zone,',
      '  created_at timestamp with time zone DEFAULT now() NOT NULL,',
      '  CONSTRAINT admins_email_key UNIQUE NULLS NOT DISTINCT (email),',
      '  CONSTRAINT admins_pkey PRIMARY KEY (id),',
      `  CONSTRAINT admins_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'it''s'::text]))),`,
      `  CONSTRAINT admins_state_check CHECK (((state IS NULL) OR ((state)::text = ANY (ARRAY[('on'::character varying)::text, ('off'::character varying)::text]))))`,
      ') WITH (fillfactor=80);',
      'ALTER TABLE public.admins ADD CONSTRAINT admins_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.admins(id) ON DELETE SET NULL;',
      'CREATE INDEX admins_by_role ON public.admins USING btree (role, created_at DESC) INCLUDE (name) WHERE (seen_at IS NOT NULL);',
      `CREATE POLICY own ON public.admins FOR UPDATE TO cliffhanger_app, print_reader USING ((name = CURRENT_USER)) WITH CHECK ((role <> 'owner'::text));`,
      'ALTER TABLE public.admins ENABLE ROW LEVEL SECURITY;',
      'ALTER TABLE public.admins FORCE ROW LEVEL SECURITY;',
      `COMMENT ON TABLE public.admins IS 'Who may enter';`,
      `COMMENT ON COLUMN public.admins."Odd name" IS 'A name with a blank';`,
      `COMMENT ON INDEX public.admins_by_role IS 'For the list';`,
      'GRANT INSERT, SELECT ON TABLE public.admins TO cliffhanger_app;',
      'GRANT ALL ON TABLE public.admins TO print_reader WITH GRANT OPTION;',
      'GRANT UPDATE (name, settings) ON TABLE public.admins TO cliffhanger_app;',
    ]);
  });

  it('prints serial, identity and generated columns, exclusion and unchecked constraints', () => {
    expect(paragraph('-- Table public.codes')).toEqual(
      expect.arrayContaining([
        '  id bigserial,',
        '  length integer GENERATED ALWAYS AS (length(code)) STORED,',
        'GRANT USAGE ON SEQUENCE public.codes_id_seq TO cliffhanger_app;',
      ]),
    );
    expect(paragraph('-- Table public.visits')).toEqual(
      expect.arrayContaining([
        'CREATE UNLOGGED TABLE public.visits (',
        '  id integer GENERATED ALWAYS AS IDENTITY (START WITH 100 INCREMENT BY 10) NOT NULL,',
        '  place bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,',
        '  CONSTRAINT visits_address_during_excl EXCLUDE USING gist (address inet_ops WITH =, during WITH &&),',
        `ALTER TABLE public.visits ADD CONSTRAINT later CHECK ((mark = ANY (ARRAY['x'::text, 'y'::text]))) NOT VALID;`,
        'ALTER TABLE public.visits ALTER COLUMN body SET STORAGE EXTERNAL;',
      ]),
    );
  });

  it('prints a partitioned table once and its partitions by their bounds', () => {
    expect(paragraph('-- Table ledger.entries\n').slice(-9)).toEqual([
      ') PARTITION BY RANGE (at);',
      'ALTER TABLE ledger.entries ADD CONSTRAINT entries_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.admins(id) ON DELETE RESTRICT;',
      'CREATE INDEX entries_by_admin ON ledger.entries USING btree (admin_id);',
      'CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.entries FOR EACH ROW EXECUTE FUNCTION ledger.refuse();',
      'ALTER TABLE ledger.entries ENABLE ALWAYS TRIGGER append_only;',
      'CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.refuse();',
      `COMMENT ON TRIGGER balanced on ledger.entries IS 'Checked at the end';`,
      'REVOKE DELETE, UPDATE ON TABLE ledger.entries FROM CURRENT_USER;',
      'GRANT INSERT, SELECT ON TABLE ledger.entries TO cliffhanger_app;',
    ]);
    expect(paragraph('-- Table ledger.entries_2026\n').slice(1)).toEqual([
      "CREATE TABLE ledger.entries_2026 PARTITION OF ledger.entries FOR VALUES FROM ('2025-12-31 23:00:00+00') TO ('2026-12-31 23:00:00+00') PARTITION BY HASH (id);",
    ]);
    expect(paragraph('-- Table ledger.entries_2026_half').slice(1)).toEqual([
      'CREATE TABLE ledger.entries_2026_half PARTITION OF ledger.entries_2026 FOR VALUES WITH (modulus 2, remainder 0);',
      'CREATE INDEX only_here ON ledger.entries_2026_half USING btree (receipt);',
    ]);
  });

  it('prints views after what they read, and what tables need of each other at the end', () => {
    expect(printed.indexOf('CREATE VIEW public.a_summary WITH (security_invoker=true)')).toBeGreaterThan(
      printed.indexOf('CREATE VIEW public.z_names'),
    );
    expect(paragraph('-- Materialized view ledger.totals').at(-2)).toMatch(/^CREATE UNIQUE INDEX totals_once/);
    expect(paragraph('-- What had to wait')).toEqual(
      expect.arrayContaining([
        'ALTER TABLE public.chickens ADD CONSTRAINT chickens_from_egg FOREIGN KEY (egg_id) REFERENCES public.eggs(id) ON DELETE CASCADE;',
        `COMMENT ON CONSTRAINT chickens_from_egg on public.chickens IS 'Which was first?';`,
        'CREATE INDEX notes_by_weight ON public.notes USING btree (public.weight(notes.*));',
      ]),
    );
    expect(printed).toContain('ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;');
  });

  it('names what it does not print', async () => {
    const text = await sample.withDatabase('unprinted', async (other) => {
      await other.query('create aggregate public.total (integer) (sfunc = int4pl, stype = integer)');
      return printSchema(other);
    });
    expect(text).toContain('\n-- Not printed: aggregate public.total(integer)\n');
  });
});
