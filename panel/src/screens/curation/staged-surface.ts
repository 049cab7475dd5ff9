import { fieldsOf } from '../../ui/diff.tsx';
import { type StagedList, useStagedList } from '../../ui/order/use-staged-list.ts';
import type { Rail, Surface } from './queries.ts';

/** A rail of the board: one that is there, or one that is to be added. */
export interface BoardRail {
  /** The id of one that is there. */
  readonly key: string;
  readonly isNew: boolean;
  readonly collectionId: string;
  readonly collection: Rail['collection'];
  readonly status: Rail['status'];
  /** Of one that is there, what viewers find in it. */
  readonly shownSeries: number;
  readonly hiddenSeries: number;
  readonly pictureUrls: readonly string[];
}

const fromRail = ({
  id,
  collectionId,
  collection,
  status,
  shownSeries,
  hiddenSeries,
  pictureUrls,
}: Rail): BoardRail => ({
  key: id,
  isNew: false,
  collectionId,
  collection,
  status,
  shownSeries,
  hiddenSeries,
  pictureUrls,
});

const isBoardRail = (value: unknown): value is BoardRail => {
  const { key, isNew, collectionId, collection, status, shownSeries, hiddenSeries, pictureUrls } = fieldsOf(value);
  const { titleI18n, slug } = fieldsOf(collection);
  return (
    [key, collectionId, slug].every((one) => typeof one === 'string') &&
    typeof isNew === 'boolean' &&
    typeof titleI18n === 'object' &&
    (status === 'active' || status === 'paused') &&
    [shownSeries, hiddenSeries].every((one) => typeof one === 'number') &&
    Array.isArray(pictureUrls)
  );
};

export const keyOf = ({ key }: BoardRail): string => key;

export const draftOf = (surface: Surface['surface']): string => `rails ${surface}`;

/** The rails of a surface as they are to be. */
export const useStagedSurface = ({ surface, rails }: Surface): StagedList<BoardRail> =>
  useStagedList(rails.map(fromRail), {
    draft: draftOf(surface),
    keyOf,
    textOf: ({ key, collectionId, status }) => [key, collectionId, status].join(' '),
    isEntry: isBoardRail,
    // What I paused or resumed stays so; else it is as they have it.
    merge: (mine, theirs, base) => ({ ...theirs, status: mine.status === base?.status ? theirs.status : mine.status }),
  });

type Staged = Pick<StagedList<BoardRail>, 'base' | 'entries'>;

/** What the server is asked to make of a surface. */
export const arrangementOf = ({ base, entries }: Staged) => ({
  rails: entries.map(({ key, isNew, collectionId, status }) =>
    isNew ? { collectionId, status } : { id: key, status },
  ),
  removed: base.filter(({ key }) => !entries.some((entry) => entry.key === key)).map(keyOf),
});

/** What puts a surface back as it was before that: rails that were deleted are made anew, and new ones are deleted. */
export function arrangementBefore({ base, entries }: Staged, now: readonly string[]) {
  const isKept = (key: string) => entries.some((entry) => entry.key === key);
  const isOld = (id: string) => base.some(({ key }) => key === id);
  return {
    rails: base.map(({ key, collectionId, status }) => (isKept(key) ? { id: key, status } : { collectionId, status })),
    removed: now.filter((id) => !isOld(id)),
  };
}

/** The place from which on the app shows no more rails; undefined where all of them are shown. */
export function cutAt(rails: readonly BoardRail[], atMost: number | null): number | undefined {
  if (atMost === null) return undefined;
  let shown = 0;
  const isShown = ({ status, shownSeries, isNew }: BoardRail) => status === 'active' && (isNew || shownSeries > 0);
  for (const [place, rail] of rails.entries()) {
    if (isShown(rail) && ++shown > atMost) return place;
  }
  return undefined;
}

/** How many of them the app shows. */
export const countShown = (rails: readonly BoardRail[], atMost: number | null): number =>
  rails
    .slice(0, cutAt(rails, atMost))
    .filter(({ status, shownSeries, isNew }) => status === 'active' && (isNew || shownSeries > 0)).length;
