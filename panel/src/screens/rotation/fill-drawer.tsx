import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change, dryRun } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { keyOf } from '../../api/query.ts';
import { Picture } from '../../app/pictures.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Note, Pair, Stack } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { WholeNumberField } from '../../ui/form/number-field.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDraftFields } from '../../ui/kept-fields.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { isPicks, type Picks } from './picks.ts';
import classes from './rotation.module.css';
import { rotationWords } from './words.ts';

const route = getRouteApi('/shell/free-series/fill');
const path = '/v1/admin/free-series/generate-auto';
const mostDays = 90;

/** What would be set, asked for by a dry run; nothing is set yet. */
const picksQuery = (days: number, market: string) =>
  queryOptions({
    queryKey: keyOf(path, { query: { days, market } }, 'picks'),
    queryFn: async ({ signal }): Promise<Picks> => {
      const { body } = await dryRun(change('POST', path, { body: { days, market: market || null } }), signal);
      return isPicks(body) ? body : { created: [], unfilled: [] };
    },
  });

/** Suggestions for the empty days, each to be taken or left. */
export function FillDrawer() {
  const t = useWords(rotationWords);
  const { all } = usePlaces();
  const { market: shown = '' } = getRouteApi('/shell/free-series').useSearch();
  const navigate = route.useNavigate();
  const blank = () => ({ days: '14', market: shown, left: '' });
  const { values, set, clear, restored } = useDraftFields('free series fill', blank);
  const { market } = values;
  const days = values.days === '' ? null : Number(values.days);
  const isKnown = days !== null && days >= 1 && days <= mostDays;
  const [wanted] = useDebouncedValue(isKnown ? days : null, 300);
  const picks = useQuery({ ...picksQuery(wanted ?? 1, market), enabled: wanted !== null });
  const close = () => void navigate({ to: '/free-series', search: true });
  const done = () => {
    clear();
    close();
  };
  return (
    <DetailDrawer title={t('auto.title')} subtitle={t('auto.text')} onClose={close} size={520}>
      <RestoredDraft {...restored} />
      <Pair mb="lg">
        <WholeNumberField
          data-autofocus
          label={t('auto.days')}
          min={1}
          max={mostDays}
          value={days}
          onChange={(next) => set({ days: next === null ? '' : String(next) })}
        />
        <NativeSelect
          label={t('market')}
          value={market}
          // Other markets have other picks.
          onChange={(event) => set({ market: event.currentTarget.value, left: '' })}
          data={[{ value: '', label: t('all') }, ...all()]}
        />
      </Pair>
      {isKnown && (
        <Loaded query={picks} lines={8}>
          {(data) => (
            <PickList
              picks={data}
              market={market}
              left={new Set(values.left.split(' '))}
              onLeft={(dates) => set({ left: [...dates].join(' ') })}
              onDone={done}
            />
          )}
        </Loaded>
      )}
    </DetailDrawer>
  );
}

interface PickListProps {
  picks: Picks;
  market: string;
  /** The days whose picks are not taken. */
  left: ReadonlySet<string>;
  onLeft: (dates: ReadonlySet<string>) => void;
  onDone: () => void;
}

function PickList({ picks: { created, unfilled }, market, left, onLeft, onDone }: PickListProps) {
  const t = useWords(rotationWords);
  const format = useFormat();
  const titleIn = useTitleIn();
  const review = useReview();
  const taken = created.filter(({ date }) => !left.has(date));
  const toggle = (date: string) => {
    const next = new Set(left);
    if (!next.delete(date)) next.add(date);
    onLeft(next);
  };
  const named = ({ date, series }: Picks['created'][number]) =>
    t('auto.pick', { day: format.date(date), series: titleIn(series.title, series.titleI18n) });
  const submit = () =>
    review.openBulk({
      title: t('auto.sheet'),
      intro: t('auto.found', { count: taken.length }),
      confirmLabel: t('save'),
      items: taken.map((pick) => ({
        id: pick.date,
        label: named(pick),
        change: () =>
          change('PUT', '/v1/admin/free-series', {
            body: { date: pick.date, seriesId: pick.seriesId, marketCode: market || null },
            onlyIfNew: true,
          }),
        undo: ({ data }) =>
          change('DELETE', '/v1/admin/free-series/{date}', {
            path: { date: pick.date },
            query: { market: market || 'all' },
            ifMatch: `"${String(fieldsOf(data).revision)}"`,
          }),
      })),
      onDone: (outcome) => [...outcome.values()].every((error) => error === null) && onDone(),
    });
  if (created.length === 0) return <Note mb="md">{t('auto.nothing')}</Note>;
  return (
    <>
      <Stack
        as="ul"
        className={classes.picks}
        gap="2xs"
        mb="md"
        aria-label={t('auto.found', { count: created.length })}
      >
        {created.map((pick) => (
          <li key={pick.date}>
            <Checkbox checked={!left.has(pick.date)} onChange={() => toggle(pick.date)} aria-label={named(pick)} />
            <Picture src={pick.series.pictureUrl ? ownAddress(pick.series.pictureUrl) : undefined} shape="poster" />
            <Stack as="span" className={classes.name} weight="medium" tight>
              <bdi>{titleIn(pick.series.title, pick.series.titleI18n)}</bdi>
              <small>{format.date(pick.date)}</small>
            </Stack>
          </li>
        ))}
      </Stack>
      {unfilled.length > 0 && <Note mb="md">{t('auto.unfilled', { count: unfilled.length })}</Note>}
      <div>
        <Button disabled={taken.length === 0} onClick={submit}>
          {t('auto.accept', { count: taken.length })}
        </Button>
      </div>
    </>
  );
}
