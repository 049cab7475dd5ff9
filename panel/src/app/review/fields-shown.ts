import { changedFields, fieldsOf } from '../../ui/diff.tsx';
import { isUuid } from '../../ui/short-id.ts';

type Fields = Readonly<Record<string, unknown>>;
type Names = ReadonlyMap<string, string>;

export const assetFields = new Set([
  'posterAssetId',
  'heroAssetId',
  'mediaAssetId',
  'thumb_asset_id',
  'media_asset_id',
]);

const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);

/**
 * Ids that a dry run makes up or that name nothing to who reads. Files are shown by theirs, as a name, and so is what
 * takes the place of another.
 */
export const isIdField = (field: string, old: unknown, fresh: unknown): boolean =>
  !assetFields.has(field) &&
  [old, fresh].some(isId) &&
  [old, fresh].every((value) => value === null || value === undefined || isId(value)) &&
  !([old, fresh].every(isId) && old !== fresh);

/** What stands for no market in particular. */
export const allMarkets = 'all markets';

interface Shown {
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Whether it is an entry about a thing that is there before and after, such as the free day of a series. */
  readonly isAbout: boolean;
}

/** What says something only where it is not nothing. */
const quietWhenNothing = new Set([
  ...[
    'coinsMissing',
    'underpaidCents',
    'cancelsSubscription',
    'reversedUnlocks',
    'coinsTaken',
    'coinsFromBonus',
    'promoCoinsDue',
  ],
]);
const isNothing = (value: unknown): boolean =>
  value === 0 || value === false || value === undefined || (Array.isArray(value) && value.length === 0);

/** What other fields of the same change, or the coins below, say already. */
const saidElsewhere: Readonly<Record<string, ReadonlySet<string>>> = {
  refund: new Set(['currency', 'coinsDue', 'coinsDeducted']),
  surface: new Set(['places']),
};

/** A change without what other fields of it say already, unless nothing else changed. */
export function withoutRepeats(type: string | null, before: Fields | null, after: Fields | null) {
  const isRepeat = (name: string) => saidElsewhere[type ?? '']?.has(name) === true;
  const keep = (fields: Fields | null) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !isRepeat(name)));
  const kept = { before: keep(before), after: keep(after) };
  return changedFields(kept.before, kept.after).length > 0 ? kept : { before, after };
}

interface Changed {
  readonly type: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of a change that say something: no ids without a name, and a market also where it is none. */
export function fieldsShown({ type, id, before, after }: Changed, names: Names): Shown {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const isNamed = (value: unknown) => typeof value === 'string' && value !== id && names.has(value);
  const isQuiet = (name: string) =>
    saidElsewhere[type]?.has(name) === true ||
    (quietWhenNothing.has(name) && isNothing(old[name]) && isNothing(fresh[name]));
  const isHidden = (name: string) =>
    isQuiet(name) || (isIdField(name, old[name], fresh[name]) && !isNamed(old[name]) && !isNamed(fresh[name]));
  // The number of a token version says nothing: a new one signs out every device.
  const isVersion = (name: string) => name === 'tokenVersion' || name === 'token_version';
  const keep = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !isHidden(name))
        .map(([name, value]): [string, unknown] => {
          if (isVersion(name)) return ['signedOut', value !== old[name]];
          return [name, name === 'marketCode' ? (value ?? allMarkets) : value];
        }),
    );
  const isAbout = [...Object.values(old), ...Object.values(fresh)].includes(id);
  // Where nothing else differs, an id is better than to say that nothing does.
  if (before !== null && after !== null && changedFields(keep(old), keep(fresh)).length === 0)
    return { before: old, after: fresh, isAbout };
  return { before: before === null ? null : keep(old), after: after === null ? null : keep(fresh), isAbout };
}
