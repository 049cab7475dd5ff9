import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { useFailureSentence } from '../../api/error-words.ts';
import { useReview } from '../../app/review/provider.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import type { Schedule } from './queries.ts';
import { ScheduleRisks } from './schedule-risks.tsx';
import { calendarWords } from './words.ts';

/** What a schedule is about, by name. */
export function useNameOf(): (schedule: Schedule) => string {
  const t = useWords(calendarWords);
  const titleIn = useTitleIn();
  return ({ item: { seriesTitle, seriesTitleI18n, episodeNumber } }) => {
    const series = titleIn(seriesTitle, seriesTitleI18n);
    return episodeNumber === null ? series : t('titleOf', { series, number: episodeNumber });
  };
}

/** Why a schedule failed and what can be done, with the reference under which an engineer finds it in the log. */
export function useFault(): (schedule: Schedule) => string {
  const t = useWords(calendarWords);
  const sentence = useFailureSentence();
  return ({ lastErrorCode: code, lastErrorRequestId: id }) => {
    if (code === null) return '';
    if (code === 'not_found') return t('fault.deleted');
    if (code === 'invalid_transition') return t('fault.moved');
    return id === null ? sentence(code) : t('fault.ours', { id });
  };
}

const moveOf = ({ id, revision }: Pick<Schedule, 'id' | 'revision'>, runAt: string) =>
  change('PUT', '/v1/admin/schedules/{id}', { path: { id }, body: { runAt }, ifMatch: `"${revision}"` });

/** Moves what an answer shows back to where it was. */
const moveBack =
  ({ id, runAt }: Schedule) =>
  ({ data }: Tagged<unknown>) =>
    moveOf({ id, revision: Number(fieldsOf(data).revision) }, runAt);

const optionalOf = (schedules: readonly Schedule[], label: string) => ({
  ids: new Set(schedules.map(({ id }) => id)),
  label,
  isChosen: true,
});

interface MoveOptions {
  /** Of a series: those that are moved with it. */
  readonly episodes?: readonly Schedule[];
  /** Lets the sheet ask whether they are. */
  readonly isOptional?: boolean;
  readonly onDone?: () => void;
}

/** What can be done with a schedule; each opens the review dialog. */
export function useScheduleActions() {
  const t = useWords(calendarWords);
  const format = useFormat();
  const nameOf = useNameOf();
  const review = useReview();
  const day = (moment: string) => format.dayTime(moment);
  return {
    retry: (schedule: Schedule, onDone = () => {}) =>
      review.open({
        title: t('retrySheet', { title: nameOf(schedule) }),
        intro: t('retryText'),
        confirmLabel: t('retry'),
        done: () => t('done.retry', { title: nameOf(schedule) }),
        change: change('POST', '/v1/admin/schedules/{id}/retry', { path: { id: schedule.id } }),
        onDone,
      }),
    cancel: (schedule: Schedule, onDone = () => {}) =>
      review.open({
        title: t('cancelSheet', { title: nameOf(schedule) }),
        intro: t('cancelText'),
        confirmLabel: t('cancel'),
        done: () => t('done.cancel', { title: nameOf(schedule) }),
        danger: true,
        change: change('DELETE', '/v1/admin/schedules/{id}', { path: { id: schedule.id } }),
        onDone,
      }),
    /** With the episodes of a series, each is moved by as much as the series is. */
    move: (
      schedule: Schedule,
      runAt: string,
      { episodes = [], isOptional = false, onDone = () => {} }: MoveOptions = {},
    ) => {
      const isPast = Date.parse(runAt) < Date.now();
      const shared = {
        title: t('moveSheet', { title: nameOf(schedule) }),
        intro: isPast ? t('past') : t('moveText', { from: day(schedule.runAt), to: day(runAt) }),
        confirmLabel: t('move'),
        notice: (body: unknown) => <ScheduleRisks body={body} />,
      };
      const own = moveOf(schedule, runAt);
      const time = format.dateTime(runAt, 'UTC');
      const done = t(isPast ? 'done.soon' : 'done.move', { title: nameOf(schedule), time });
      if (episodes.length === 0) {
        // A date that has passed would publish it at once.
        const isAhead = Date.parse(schedule.runAt) > Date.now();
        return review.open({
          ...shared,
          done: () => done,
          change: own,
          ...(isAhead && { undo: moveBack(schedule) }),
          onDone,
        });
      }
      const distance = Date.parse(runAt) - Date.parse(schedule.runAt);
      const moved = episodes.map((one) => moveOf(one, new Date(Date.parse(one.runAt) + distance).toISOString()));
      return review.openBulk({
        ...shared,
        done,
        items: [schedule, ...episodes].map((one, index) => ({
          id: one.id,
          label: nameOf(one),
          change: () => moved[index - 1] ?? own,
          ...(Date.parse(one.runAt) > Date.now() && { undo: moveBack(one) }),
        })),
        ...(isOptional && { optional: optionalOf(episodes, t('withEpisodes', { count: episodes.length })) }),
        onDone: (outcome) => [...outcome.values()].every((error) => error === null) && onDone(),
      });
    },
  };
}
