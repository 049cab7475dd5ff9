import { canonicalJson } from '../../kit/canonical.ts';
import type { Db } from '../../kit/db/database.ts';
import { dayMs } from '../../kit/time.ts';
import {
  type ActiveRailRow,
  listActiveRails,
  type Moment,
  type PickByRule,
  type PickedRow,
  pickByRule,
  resolveCollection,
  type Surface,
  surfaces,
} from '../curation/public.ts';
import { dayAfter, dayOf, listFreeDays } from '../rotation/public.ts';

/** So far ahead one is told of rails that run empty. */
const aheadDays = 7;
/** So far ahead free days are told on the page of a series. */
const freeAheadDays = 60;

/** Rails may share a rule; it is asked for once. */
function pickOnce(db: Db, { at, now }: Moment): PickByRule {
  const known = new Map<string, Promise<readonly PickedRow[]>>();
  return (rule) => {
    const key = canonicalJson(rule);
    const picked = known.get(key) ?? pickByRule(db, rule, at, now);
    known.set(key, picked);
    return picked;
  };
}

const labelOf = (surface: Surface, { id, collectionId, titleI18n, rule }: ActiveRailRow) => ({
  ...{ id, surface, collectionId, titleI18n },
  byRule: rule !== null,
});

type RailLabel = ReturnType<typeof labelOf>;

/** The active rails that show nothing now, or will not in some days, and from when on one knows that. */
export async function listEmptyRails(db: Db, now: Date) {
  const moments = [now, new Date(now.getTime() + aheadDays * dayMs)].map((at) => ({ at, now }));
  const picks = moments.map((moment) => ({ moment, pick: pickOnce(db, moment) }));
  const empty: (RailLabel & { emptyAt: Date })[] = [];
  for (const surface of surfaces) {
    for (const rail of await listActiveRails(db, surface)) {
      for (const { moment, pick } of picks) {
        const shown = await resolveCollection(db, rail, moment, pick);
        if (shown.length > 0) continue;
        empty.push({ ...labelOf(surface, rail), emptyAt: moment.at });
        break;
      }
    }
  }
  return empty;
}

/** Where viewers find a series: the active rails that show it or name it, and the days on which it is free. */
export async function placementOf(db: Db, seriesId: string, now: Date) {
  const moment = { at: now, now };
  const pick = pickOnce(db, moment);
  const rails: RailLabel[] = [];
  for (const surface of surfaces) {
    for (const rail of await listActiveRails(db, surface)) {
      // One that is chosen by hand is shown as soon as it is published.
      const named = rail.rule ? await pick(rail.rule) : rail.items;
      if (named.some((one) => one.seriesId === seriesId)) rails.push(labelOf(surface, rail));
    }
  }
  const today = dayOf(now);
  const days = await listFreeDays(db, today, dayAfter(today, freeAheadDays));
  const own = days.filter((day) => day.seriesId === seriesId);
  const freeDays = own.map(({ date, marketCode }) => ({ date, marketCode }));
  return { rails, freeDays: freeDays.toSorted((one, other) => (one.date < other.date ? -1 : 1)) };
}
