import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Stack } from '../../ui/box.tsx';
import { addDays, dayOf, fromField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDraftFields } from '../../ui/kept-fields.ts';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import type { Episode } from '../catalog/queries.ts';
import { bulkBody } from './cadence.ts';
import { cadenceWords } from './cadence-words.ts';
import { MomentField } from './moment-field.tsx';
import { ScheduleRisks } from './schedule-risks.tsx';
import { calendarWords } from './words.ts';

interface ScheduleOneDrawerProps {
  item: {
    readonly refType: 'series' | 'episode';
    readonly refId: string;
    readonly title: string;
    /** Its poster. */
    readonly pictureId?: string | null;
    /** Of a series: how many of its episodes are out already. */
    readonly visible?: { readonly count: number; readonly total: number };
  };
  /** Of a series: those of its episodes that can be scheduled with it, in their order. */
  episodes?: readonly Pick<Episode, 'id' | 'episodeNumber' | 'title' | 'titleI18n'>[] | undefined;
  onClose: () => void;
}

/** How the episodes follow the first of them. */
const rhythms = ['daily', 'weekly', 'sameTime'] as const;
type Rhythm = (typeof rhythms)[number];

function bulkOf(ids: readonly string[], start: string, rhythm: Rhythm) {
  const own = Object.fromEntries(ids.map((id) => [id, start]));
  return bulkBody({ cadence: rhythm === 'sameTime' ? 'custom' : rhythm, start, everyDays: null, own }, ids);
}

/** Tomorrow at noon: far enough to think again. */
export const firstMoment = (): string => `${addDays(dayOf(new Date()), 1)}T12:00`;

const begin = () => ({ when: firstMoment(), isWith: true, rhythm: 'daily' });

/** When one series or episode goes live. */
export function ScheduleOneDrawer({ item, episodes = [], onClose }: ScheduleOneDrawerProps) {
  const t = useWords(calendarWords);
  const c = useWords(cadenceWords);
  const format = useFormat();
  const review = useReview();
  const { refType, refId, title, pictureId = null, visible } = item;
  const { values, set, clear, restored } = useDraftFields(`schedule ${refId}`, begin);
  const { when, isWith } = values;
  const rhythm = rhythms.find((one) => one === values.rhythm) ?? 'daily';
  const runAt = fromField(when);
  const along =
    isWith && episodes.length > 0
      ? bulkOf(
          episodes.map(({ id }) => id),
          when,
          rhythm,
        )
      : undefined;
  const withLabel = t('withEpisodes', { count: episodes.length });
  const intro = along ? t('withText') : visible ? t('scheduleSeriesText', visible) : t('scheduleText');
  const titleOf = useTitleOf();
  const nameOf = (one: (typeof episodes)[number]) =>
    [one.id, c('episodeNamed', { number: format.number(one.episodeNumber), title: titleOf(one) })] as const;
  const finish = () => {
    clear();
    onClose();
  };
  const submit = () => {
    if (runAt === undefined) return;
    const shared = {
      title: t('scheduleSheet', { title }),
      intro,
      confirmLabel: t('schedule'),
      notice: (body: unknown) => <ScheduleRisks body={body} />,
    };
    const done = () =>
      Date.parse(runAt) < Date.now()
        ? t('done.soon', { title })
        : t('done.schedule', { title, time: format.dateTime(runAt, 'UTC') });
    const own = change('POST', '/v1/admin/schedules', { body: { refType, refId, action: 'publish', runAt } });
    if (!along) return review.open({ ...shared, done, change: own, draft: restored.draft, onDone: finish });
    const others = change('POST', '/v1/admin/schedules/bulk', { body: along });
    return review.openBulk({
      ...shared,
      done: done(),
      items: [
        { id: refId, label: title, picture: { assetId: pictureId, shape: 'poster' }, change: () => own },
        { id: 'episodes', label: withLabel, names: new Map(episodes.map(nameOf)), change: () => others },
      ],
      onDone: (outcome) => [...outcome.values()].every((error) => error === null) && finish(),
    });
  };
  return (
    <DetailDrawer title={t('scheduleOne', { title })} subtitle={intro} onClose={onClose} size={440}>
      <Stack
        as="form"
        gap="lg"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RestoredDraft {...restored} />
        <MomentField label={t('when')} hint={t('whenHint')} value={when} onChange={(next) => set({ when: next })} />
        {episodes.length > 0 && (
          <>
            <Checkbox
              label={withLabel}
              checked={isWith}
              onChange={(event) => set({ isWith: event.currentTarget.checked })}
            />
            {isWith && episodes.length > 1 && (
              <NativeSelect
                label={t('rhythm')}
                value={rhythm}
                onChange={(event) => set({ rhythm: event.currentTarget.value })}
                data={rhythms.map((value) => ({ value, label: value === 'sameTime' ? t(value) : c(value) }))}
              />
            )}
          </>
        )}
        <div>
          <Button type="submit" disabled={runAt === undefined}>
            {t('continue')}
          </Button>
        </div>
      </Stack>
    </DetailDrawer>
  );
}
