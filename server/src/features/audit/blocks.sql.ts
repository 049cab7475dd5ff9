import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db, Tx } from '../../kit/db/database.ts';
import { isRecord } from '../../kit/json.ts';
import { findFigure, storeFigure } from '../../kit/metrics.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { AuditProof, Block } from './blocks.schema.ts';
import { type Chain, countedAtMost, sealing } from './rules.ts';

type BlockRow = Static<typeof Block>;

const blockColumns = sql.raw(`b.no, b.from_no as "fromNo", b.to_no as "toNo", b.size, b.previous_hash as "previousHash",
  b.hash, b.sealed_at as "sealedAt"`);

/** Cursors require a UUID, which is half of the hash. */
export const blockId = 'left(b.hash, 32)::uuid';

export function listBlocks(
  db: Db,
  chain: Chain,
  { hash }: { hash?: string | undefined },
  keyset: Keyset,
): Promise<(BlockRow & { id: string })[]> {
  const select = sql<BlockRow & { id: string }>`
    select ${blockColumns}, ${sql.raw(blockId)} as id from sealed_blocks b`;
  const ofHash = hash === undefined ? [] : [sql<boolean>`b.hash = ${hash}`];
  return pageRows(db, keyset, select, [sql<boolean>`b.chain = ${chain}`, ...ofHash]);
}

export async function findHead(db: Db, chain: Chain): Promise<BlockRow | undefined> {
  const query = sql<BlockRow>`
    select ${blockColumns} from sealed_blocks b where b.chain = ${chain} order by b.no desc limit 1`;
  return (await query.execute(db)).rows[0];
}

/** Blocks that failed their last check, at most 100 of each chain. */
export async function findBrokenBlocks(db: Db): Promise<BrokenBlock[]> {
  const query = sql<BrokenBlock>`
    select chain, no, what, found_at as "foundAt" from (
      select k.*, row_number() over (partition by k.chain order by k.no) as place from broken_blocks k) k
    where place <= 100 order by chain, no`;
  return (await query.execute(db)).rows;
}

export interface ChainState extends Omit<Static<typeof AuditProof>, 'holds' | 'notSealed'> {
  chain: Chain;
  /** Counted up to a limit; null if never counted. */
  notSealed: number | null;
}

type BrokenBlock = ChainState['brokenBlocks'][number] & { chain: Chain };

interface StateRow extends Omit<ChainState, 'head' | 'brokenBlocks'> {
  no: number | null;
  hash: string | null;
  sealedAt: Date | null;
}

/** The state of each chain, with unsealed items counted now. */
export const listChains = (db: Db): Promise<ChainState[]> =>
  chainsWith(db, sql`chain_size_after(c.chain, coalesce(b.to_no, 0), ${sql.lit(countedAtMost)})`);

const waitingFigure = 'not_sealed';

/** Stores the counts for `listMeasuredChains`. */
export async function measureChains(tx: Tx, now: Date): Promise<void> {
  const counts = (await listChains(tx)).map(({ chain, notSealed }) => [chain, notSealed]);
  await storeFigure(tx, waitingFigure, Object.fromEntries(counts), now);
}

/** With the counts of the last `measureChains`. */
export async function listMeasuredChains(db: Db): Promise<ChainState[]> {
  const { value } = (await findFigure(db, waitingFigure)) ?? {};
  const counts = isRecord(value) ? value : {};
  const states = await chainsWith(db, sql`null::bigint`);
  return states.map((state) => {
    const count = counts[state.chain];
    return { ...state, notSealed: typeof count === 'number' ? count : null };
  });
}

async function chainsWith(db: Db, notSealed: RawBuilder<number | null>): Promise<ChainState[]> {
  const query = sql<StateRow>`
    select c.chain, c.checked_at as "checkedAt", c.all_checked_at as "allCheckedAt", b.no, b.hash, b.sealed_at as "sealedAt",
           ${notSealed} as "notSealed"
    from sealed_chains c
    left join lateral (
      select * from sealed_blocks s where s.chain = c.chain order by s.no desc limit 1) b on true
    order by c.chain`;
  const { rows } = await query.execute(db);
  const broken = await findBrokenBlocks(db);
  return rows.map(({ no, hash, sealedAt, ...state }) => ({
    ...state,
    head: no === null || hash === null || sealedAt === null ? null : { no, hash, sealedAt },
    brokenBlocks: broken.filter(({ chain }) => chain === state.chain).map(({ chain: _chain, ...block }) => block),
  }));
}

export interface Exported {
  no: number;
  text: string;
}

/** The next blocks: the present text that is hashed, and the sealed hash. */
export async function exportBlocks(db: Db, chain: Chain, fromNo: number, toNo: number): Promise<Exported[]> {
  const query = sql<Exported>`
    with next as materialized (
      select s.no, sum(s.size) over (order by s.no) - s.size as before from sealed_blocks s
      where s.chain = ${chain} and s.no between ${fromNo} and ${toNo} order by s.no limit 100)
    select b.no, block_text(b) || '{"hash":"' || b.hash || '"}' || e'\n' as text
    from next n join sealed_blocks b on b.chain = ${chain} and b.no = n.no
    where n.before < ${sql.lit(sealing.blockSize)} order by b.no`;
  return (await query.execute(db)).rows;
}

export interface Sealed {
  sealed: number;
  more: boolean;
}

/** The database decides which events are final and how they are hashed. */
export async function sealBlock(tx: Tx, chain: Chain, most: number): Promise<Sealed> {
  const { rows } = await sql<Sealed>`select sealed, more from seal_block(${chain}, ${most})`.execute(tx);
  return rows[0] ?? { sealed: 0, more: false };
}

export async function checkBlocks(tx: Tx, chain: Chain, most: number): Promise<number> {
  const { rows } = await sql<{ checked: number }>`select checked from check_blocks(${chain}, ${most})`.execute(tx);
  return rows[0]?.checked ?? 0;
}
