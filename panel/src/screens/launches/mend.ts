import type { EpisodeLaunch, Launch } from './queries.ts';

/** Where each part of a launch is mended. */

type Dated = Pick<Launch['checks']['schedule'], 'reasons'>;

/** A date is given on the page of the series; what failed is tried again in the calendar. */
const dateOf = (seriesId: string, itemId: string, { reasons }: Dated, draftAt: string): string => {
  if (reasons.includes('schedule_failed')) return '/calendar';
  return reasons.includes('no_date') ? `/series/${seriesId}?schedule=${itemId}` : draftAt;
};

export function mendSeries({ series: { id }, checks }: Launch) {
  return {
    episodes: `/series/${id}?tab=episodes`,
    artwork: `/series/${id}`,
    schedule: dateOf(id, id, checks.schedule, `/series/${id}`),
    rail: '/collections',
  };
}

export function mendEpisode({ id: seriesId }: Pick<Launch['series'], 'id'>, { id, schedule }: EpisodeLaunch) {
  return {
    files: `/episodes/${id}`,
    price: `/pricing?view=table&series=${seriesId}&episode=${id}`,
    schedule: dateOf(seriesId, id, schedule, `/series/${seriesId}?tab=episodes`),
  };
}
