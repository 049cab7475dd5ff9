import { expect } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { openLedgerProof } from '../../../test/harness/ledger-proof.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';

/** A reader, and a sealed history. */

export interface Block {
  no: number;
  fromNo: number;
  toNo: number;
  size: number;
  previousHash: string;
  hash: string;
  sealedAt: string;
}

interface Proof {
  holds: boolean;
  books: { holds: boolean; upToNo: number } | null;
  head: Pick<Block, 'no' | 'hash' | 'sealedAt'> | null;
  notSealed: number;
  brokenBlocks: { no: number; what: string }[];
  checkedAt: string | null;
  allCheckedAt: string | null;
}

export async function openSealedLedger() {
  const opened = await openLedgerProof();
  const { world, given } = opened;
  /** The built-in role with the fewest permissions that may read it. */
  const support = await makeAdminActor(world, 'support');
  const proof = async (): Promise<Proof> => (await support.get<Proof>('/admin/ledger/proof')).body;
  const sealing = (size = 5000) => world.database.pool.query(`select * from seal_block('ledger', ${size})`);
  const checking = () => world.database.pool.query(`select * from check_blocks('ledger', 1000000)`);

  /** Seals all movements. Sealing may have to wait for concurrent tests on the same server. */
  async function sealAll(size?: number): Promise<void> {
    const left = async () => {
      await sealing(size);
      return (await proof()).notSealed;
    };
    await expect.poll(left, { timeout: 30_000 }).toBe(0);
  }

  return {
    ...opened,
    support,
    proof,
    sealing,
    checking,
    sealAll,
    blocks: async (query = ''): Promise<Block[]> =>
      (await support.get<{ items: Block[] }>(`/admin/ledger/blocks${query}`)).body.items,
    /** Three blocks of two events each, of two users. */
    async sealedHistory() {
      const [first, second] = [await makeViewer(world), await makeViewer(world)];
      const events: string[] = [];
      for (let n = 0; n < 3; n++) {
        events.push(await given(first.id), await given(second.id));
        await sealAll();
      }
      await checking();
      expect(await proof()).toMatchObject({ holds: true, head: { no: 3 }, brokenBlocks: [] });
      return { events, first, second };
    },
  };
}
