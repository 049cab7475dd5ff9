import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { adminEndpoint } from '../access/public.ts';
import { blockRoutes, findChain } from '../audit/public.ts';
import { listBreaks } from './figures.sql.ts';
import { findProofResult } from './proof.sql.ts';
import { proofConcern } from './rules.ts';
import { WholeLedgerProof } from './schema.ts';

async function findBooks(db: Db) {
  const result = await findProofResult(db);
  if (!result) return null;
  const { holds, upToNo, eventsBehind, checkedAt } = result;
  return { holds, upToNo, eventsBehind, checkedAt, concern: proofConcern(result), breaks: await listBreaks(db, 100) };
}

export const ledgerProofRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/ledger/proof',
    access: ['wallet:read'],
    summary: 'Read the integrity status of the ledger',
    description:
      '`books` is the last proof of the balances and of both sides of every movement. `head` is the newest sealed block; its hash, kept elsewhere, later shows whether anything up to there was changed.',
    reply: WholeLedgerProof,
    run: async ({ db }) => {
      const [books, chain] = [await findBooks(db), await findChain(db, 'ledger')];
      return { ...chain, holds: chain.holds && (books?.holds ?? true), books };
    },
  }),
  ...blockRoutes({
    chain: 'ledger',
    url: '/admin/ledger',
    permission: 'wallet:read',
    items: 'coin movements',
    exportAction: 'ledger.export',
  }),
];
