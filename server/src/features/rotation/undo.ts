import { type Static, Type } from 'typebox';
import { notFound } from '../../kit/errors.ts';
import { nullable } from '../../kit/http/schema.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { UndoKind, UndoPlan } from '../audit/public.ts';
import { lockSeries } from '../catalog/public.ts';
import { clearDay, fieldsOf, setDay, setEmptyDay } from './actions.ts';
import { seriesNotPublished } from './errors.ts';
import { isPast } from './rules.ts';
import { lockEntry } from './sql.ts';

const text = Type.String();
const Entry = Type.Object({ date: text, seriesId: text, marketCode: nullable(text), notes: nullable(text) });
type StoredDay = Static<typeof Entry>;

function undoOf(before: StoredDay | undefined, after: StoredDay | undefined): UndoPlan['undo'] {
  return async (ctx) => {
    if (before && after) await setDay(ctx, before);
    else if (before) return (await setEmptyDay(ctx, before)) ? 'undone' : 'changed';
    else if (after) await clearDay(ctx, after.date, { code: after.marketCode });
    return 'undone';
  };
}

/** Past days cannot be undone. */
export const undoFreeDays: UndoKind = {
  actions: ['free_series.set', 'free_series.delete'],
  permission: 'curation:write',
  errors: [notFound, seriesNotPublished],
  planFor: (change, now) => {
    const [before, after] = [parseStoredJson(Entry, change.before), parseStoredJson(Entry, change.after)];
    const day = after ?? before;
    if (!day || isPast(day.date, now)) return undefined;
    const { date, marketCode } = day;
    return {
      about: { date, marketCode },
      lock: async ({ tx }) => {
        // Lock order: the series before the day.
        if (before) await lockSeries(tx, before.seriesId);
        const entry = await lockEntry(tx, date, marketCode);
        return entry ? fieldsOf(entry) : null;
      },
      undo: undoOf(before, after),
    };
  },
};
