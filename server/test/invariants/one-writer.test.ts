import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const features = fileURLToPath(new URL('../../src/features', import.meta.url));

const writes = [
  /\b(?:insert into|update|delete from)\s+((?:\w+\.)?\w+)(?=\s+(?:as\s+\w+\s+)?(?:\(|set\b|where\b|\w+\s+set\b)|\s*$)/gim,
  /\.(?:insertInto|updateTable|deleteFrom)\('([\w.]+)'\)/g,
];

/** Tables that a piece of code writes, told by its SQL and by Kysely's builder. */
function tablesWrittenBy(code: string): string[] {
  const found = writes.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = '']) => table.toLowerCase()));
  return [...new Set(found)].filter((table) => !['set', 'of', 'skip'].includes(table));
}

/** Every table with the features whose SQL writes it. */
function writers(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const path of readdirSync(features, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /\.(test|fixture)\.ts$/.test(path)) continue;
    const [feature = ''] = path.split('/');
    for (const table of tablesWrittenBy(readFileSync(join(features, path), 'utf8'))) {
      all.set(table, (all.get(table) ?? new Set()).add(feature));
    }
  }
  return all;
}

it('Each table is written from one feature', () => {
  const shared = [...writers()].filter(([, by]) => by.size > 1).map(([table, by]) => `${table}: ${[...by].join(', ')}`);
  expect(shared).toEqual([]);
});

it('The look at the SQL sees the tables that are there', () => {
  const seen = [...writers().keys()];
  expect(seen).toEqual(expect.arrayContaining(['admins', 'roles', 'audit_log', 'approvals', 'users', 'user_notes']));
  expect(tablesWrittenBy("await sql`insert into ledger.proofs (id) values (1)`; tx.updateTable('users')")).toEqual([
    'ledger.proofs',
    'users',
  ]);
});
