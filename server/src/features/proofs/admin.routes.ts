import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { adminEndpoint, type Permission } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import { findProofResult, listBreaks, proofConcern } from '../ledger/public.ts';
import type { Chain } from './rules.ts';
import { AuditProof, Block, blockQuery, exportQuery, WholeLedgerProof } from './schema.ts';
import { blockId, exportBlocks, findHead, listBlocks, listChains } from './sql.ts';

interface ChainSpec {
  readonly chain: Chain;
  readonly url: string;
  readonly permission: Permission;
  /** What it is made of, as the texts say. */
  readonly items: string;
  readonly exportAction: `${string}.${string}`;
}

const specs: readonly ChainSpec[] = [
  {
    chain: 'ledger',
    url: '/admin/ledger',
    permission: 'wallet:read',
    items: 'coin movements',
    exportAction: 'ledger.export',
  },
  {
    chain: 'audit',
    url: '/admin/audit-log',
    permission: 'audit:read',
    items: 'audit entries',
    exportAction: 'audit_log.export',
  },
];

async function findChain(db: Db, chain: Chain) {
  const state = (await listChains(db)).find((one) => one.chain === chain);
  const { head = null, notSealed, brokenBlocks = [], checkedAt = null, allCheckedAt = null } = state ?? {};
  return { holds: brokenBlocks.length === 0, head, notSealed: notSealed ?? 0, brokenBlocks, checkedAt, allCheckedAt };
}

async function findBooks(db: Db) {
  const result = await findProofResult(db);
  if (!result) return null;
  const { holds, upToNo, eventsBehind, checkedAt } = result;
  return { holds, upToNo, eventsBehind, checkedAt, concern: proofConcern(result), breaks: await listBreaks(db, 100) };
}

async function* textsOf(db: Db, chain: Chain, from: number, upTo: number, signal: AbortSignal): AsyncGenerator<string> {
  for (let next = from; next <= upTo && !signal.aborted; ) {
    const blocks = await exportBlocks(db, chain, next, upTo);
    const last = blocks.at(-1);
    if (!last) return;
    for (const { text } of blocks) yield text;
    next = last.no + 1;
  }
}

const blockRoutes = ({ chain, url, permission, items, exportAction }: ChainSpec): Endpoint[] => [
  adminEndpoint.list({
    url: `${url}/blocks`,
    access: [permission],
    summary: `List the sealed blocks of ${items}, newest first`,
    description:
      'Each block has a hash over what is in it and over the hash of the block before it. `hash` finds the block that a kept hash belongs to.',
    query: blockQuery,
    item: Block,
    sort: { field: 'no', column: 'b.no', id: blockId, kind: 'number', order: 'desc' },
    maxStatements: 1,
    list: (db, given, keyset) => listBlocks(db, chain, given, keyset),
    show: ({ id: _id, ...block }) => block,
  }),
  adminEndpoint.stream({
    url: `${url}/blocks/export`,
    access: [permission],
    summary: `Export the sealed blocks of ${items}, to be verified offline`,
    description:
      'Lines of JSON: of each block its header, what is in it as it is now, and its hash, which is the SHA-256 of the lines above it in the block. `npm run verify-ledger -- <file>` verifies the file.',
    query: exportQuery,
    sends: { type: 'application/x-ndjson; charset=utf-8', fileName: `${chain}-blocks.ndjson` },
    maxStatements: 10,
    example: { query: { from: '1' } },
    run: async (ctx, { query: { from = 1 } }) => {
      const head = await findHead(ctx.db, chain);
      const toBlock = head?.no ?? 0;
      await ctx.transaction((change) => audit.record(change, { action: exportAction, after: { from, to: toBlock } }));
      return textsOf(ctx.db, chain, from, toBlock, ctx.signal);
    },
  }),
];

export const proofRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/ledger/proof',
    access: ['wallet:read'],
    summary: 'Read whether the ledger holds, and up to where it is sealed',
    description:
      '`books` is the last proof of the balances and both sides of every movement. `head` is the newest sealed block: who keeps its hash elsewhere can tell later whether anything up to there was changed.',
    reply: WholeLedgerProof,
    maxStatements: 4,
    run: async ({ db }) => {
      const [books, chain] = [await findBooks(db), await findChain(db, 'ledger')];
      return { ...chain, holds: chain.holds && (books?.holds ?? true), books };
    },
  }),
  adminEndpoint({
    method: 'GET',
    url: '/admin/audit-log/proof',
    access: ['audit:read'],
    summary: 'Read whether the audit log holds, and up to where it is sealed',
    description:
      'As the proof of the ledger: `brokenBlocks` names each block whose entries are not those that were sealed.',
    reply: AuditProof,
    maxStatements: 2,
    run: ({ db }) => findChain(db, 'audit'),
  }),
  ...specs.flatMap(blockRoutes),
];
