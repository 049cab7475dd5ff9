import type { Db } from '../../kit/db/database.ts';

/** Something that is for the users of a segment. */
export interface SegmentUse {
  readonly segmentId: string;
  readonly type: 'promo' | 'push_campaign';
  readonly id: string;
  readonly label: string;
}

/** What segments ask of the features that use them. */
export interface SegmentPorts {
  listUses(db: Db, segmentIds: readonly string[]): Promise<readonly SegmentUse[]>;
}
