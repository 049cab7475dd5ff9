import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { adminEndpoint, type Permission } from '../access/public.ts';
import { Block, blockQuery, exportQuery } from './blocks.schema.ts';
import { blockId, exportBlocks, findHead, listBlocks, listChains } from './blocks.sql.ts';
import { record } from './record.ts';
import type { Chain } from './rules.ts';

export interface ChainSpec {
  readonly chain: Chain;
  readonly url: string;
  readonly permission: Permission;
  /** Plural noun for the summaries. */
  readonly items: string;
  readonly exportAction: `${string}.${string}`;
}

export async function findChain(db: Db, chain: Chain) {
  const state = (await listChains(db)).find((one) => one.chain === chain);
  const { head = null, notSealed, brokenBlocks = [], checkedAt = null, allCheckedAt = null } = state ?? {};
  return { holds: brokenBlocks.length === 0, head, notSealed: notSealed ?? 0, brokenBlocks, checkedAt, allCheckedAt };
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

export const blockRoutes = ({ chain, url, permission, items, exportAction }: ChainSpec): Endpoint[] => [
  adminEndpoint.list({
    url: `${url}/blocks`,
    access: [permission],
    summary: `List the sealed blocks of ${items}, newest first`,
    description:
      'Each block has a hash over its content and the hash of the previous block. `hash` finds the block with a given hash.',
    query: blockQuery,
    item: Block,
    sort: { field: 'no', column: 'b.no', id: blockId, kind: 'number', order: 'desc' },
    list: (db, given, keyset) => listBlocks(db, chain, given, keyset),
    show: ({ id: _id, ...block }) => block,
  }),
  adminEndpoint.stream({
    url: `${url}/blocks/export`,
    access: [permission],
    summary: `Export the sealed blocks of ${items} for offline verification`,
    description:
      'NDJSON: for each block its header, its current content, and its stored hash, which is the SHA-256 of the preceding lines of the block. Verify the file with `npm run verify-ledger -- <file>`.',
    query: exportQuery,
    sends: { type: 'application/x-ndjson; charset=utf-8', fileName: `${chain}-blocks.ndjson` },
    example: { query: { from: '1' } },
    run: async (ctx, { query: { from = 1 } }) => {
      const head = await findHead(ctx.db, chain);
      const toBlock = head?.no ?? 0;
      await ctx.transaction((change) => record(change, { action: exportAction, after: { from, to: toBlock } }));
      return textsOf(ctx.db, chain, from, toBlock, ctx.signal);
    },
  }),
];
