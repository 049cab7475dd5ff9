import { fieldsOf } from '../../ui/diff.tsx';
import { type StagedList, useStagedList } from '../../ui/order/use-staged-list.ts';
import type { SeriesLabel } from './queries.ts';

/** A series in a list that is put in order by hand. */
export interface ListedSeries {
  readonly seriesId: string;
  readonly series: SeriesLabel;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const isListed = (value: unknown): value is ListedSeries => {
  const { seriesId, series } = fieldsOf(value);
  const { title, status, titleI18n, pictureUrl } = fieldsOf(series);
  const isNamed = [seriesId, title, status].every(isText) && typeof titleI18n === 'object' && titleI18n !== null;
  return isNamed && (pictureUrl === null || isText(pictureUrl));
};

export const keyOf = ({ seriesId }: ListedSeries): string => seriesId;

/** Series that are added, removed and put in order here, and saved as a whole. */
export const useStagedSeries = (draft: string, saved: readonly ListedSeries[]): StagedList<ListedSeries> =>
  useStagedList(
    saved.map(({ seriesId, series }) => ({ seriesId, series })),
    { draft, keyOf, textOf: keyOf, isEntry: isListed, merge: (_mine, theirs) => theirs },
  );
