import type { Db } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import {
  type ActiveRailRow,
  listActiveRails,
  pickOnce,
  resolveCollection,
  type Surface,
  surfaces,
} from '../curation/public.ts';

const aheadDays = 7;

const labelOf = (surface: Surface, { id, collectionId, titleI18n, rule }: ActiveRailRow) => ({
  id,
  surface,
  collectionId,
  titleI18n,
  byRule: rule !== null,
});

type RailLabel = ReturnType<typeof labelOf>;

/** Active rails that are empty now or in some days, with the first time at which they are. */
export async function listEmptyRails(db: Db, now: Date) {
  const moments = [now, new Date(now.getTime() + aheadDays * dayMs)].map((at) => ({ at, now }));
  const picks = moments.map((moment) => ({ moment, pick: pickOnce(db, moment) }));
  const emptyAtOf = async (rail: ActiveRailRow): Promise<Date | undefined> => {
    for (const { moment, pick } of picks)
      if ((await resolveCollection(db, rail, moment, pick)).length === 0) return moment.at;
    return undefined;
  };
  const empty: (RailLabel & { emptyAt: Date })[] = [];
  for (const surface of surfaces) {
    for (const rail of await listActiveRails(db, surface)) {
      const emptyAt = await emptyAtOf(rail);
      if (emptyAt) empty.push({ ...labelOf(surface, rail), emptyAt });
    }
  }
  return empty;
}
