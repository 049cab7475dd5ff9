import type { Db } from '../../kit/db/database.ts';

/** A promo or campaign that targets a segment. */
export interface SegmentUse {
  readonly segmentId: string;
  readonly type: 'promo' | 'push_campaign';
  readonly id: string;
  readonly label: string;
}

export interface SegmentPorts {
  listUses(db: Db, segmentIds: readonly string[]): Promise<readonly SegmentUse[]>;
}
