import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { SeriesPick } from '../../app/series-pick.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Note } from '../../ui/box.tsx';
import { dayOf } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import type { FieldSpec } from '../../ui/form/fields.ts';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { freeIn, type Shown } from './month.ts';
import { usePublishedSeries } from './published-series.ts';
import { type FreeDay, freeDaysQuery } from './queries.ts';
import { rotationWords } from './words.ts';

const route = getRouteApi('/shell/free-series/on/$date');

/** Which series is free on a day, for the market that the calendar shows. */
export function DayDrawer() {
  const t = useWords(rotationWords);
  const format = useFormat();
  const { country } = usePlaces();
  const { date } = route.useParams();
  const { market = '' } = getRouteApi('/shell/free-series').useSearch();
  const navigate = route.useNavigate();
  const entries = useQuery(freeDaysQuery(date, date));
  const close = () => void navigate({ to: '/free-series', search: true });
  const text = market === '' ? t('dayTextAll') : t('dayText', { market: country(market) });
  return (
    <DetailDrawer title={t('day', { day: format.date(date) })} subtitle={text} onClose={close} size={480}>
      <Loaded query={entries} lines={6}>
        {(data) => (
          <Day
            key={`${date} ${market}`}
            date={date}
            market={market}
            shown={freeIn(data, market).get(date)}
            onStale={() => void entries.refetch()}
            onClose={close}
          />
        )}
      </Loaded>
    </DetailDrawer>
  );
}

interface DayProps {
  date: string;
  market: string;
  shown: Shown | undefined;
  onStale: () => void;
  onClose: () => void;
}

function Day(props: DayProps) {
  const t = useWords(rotationWords);
  const { can } = useSession();
  const titleIn = useTitleIn();
  const { date, shown } = props;
  const isPast = date < dayOf(new Date());
  if (can('curation:write') && !isPast) return <DayForm {...props} />;
  return (
    <>
      {isPast && <Note mb="md">{t('past')}</Note>}
      <p>{shown ? <bdi>{titleIn(shown.entry.series.title, shown.entry.series.titleI18n)}</bdi> : t('none')}</p>
      {shown?.entry.notes && <Note mb="md">{shown.entry.notes}</Note>}
    </>
  );
}

type DayValues = Readonly<{ seriesId: string; notes: string }>;

interface DayChange extends DayProps {
  /** What this market has on the day. */
  own: FreeDay | undefined;
  form: SchemaForm<DayValues>;
  names: ReadonlyMap<string, string>;
}

/** Both changes are looked at before they are made. */
function useDayChanges({ date, market, own, form, names, onClose }: DayChange) {
  const t = useWords(rotationWords);
  const day = useFormat().date(date);
  const review = useReview();
  const finish = () => {
    form.reset();
    onClose();
  };
  const entry = (seriesId: string, notes: string | null, condition: { ifMatch: string } | { onlyIfNew: true }) =>
    change('PUT', '/v1/admin/free-series', {
      body: { date, seriesId, marketCode: market || null, notes },
      ...condition,
    });
  const clear = (ifMatch: string | null) =>
    change('DELETE', '/v1/admin/free-series/{date}', { path: { date }, query: { market: market || 'all' }, ifMatch });
  const set = () => {
    const { seriesId, notes } = form.values;
    const series = names.get(seriesId) ?? '';
    review.open({
      title: t('setSheet', { series, day }),
      confirmLabel: t('save'),
      done: () => t('done.set', { series, day }),
      change: entry(seriesId, notes.trim() || null, form.tag === null ? { onlyIfNew: true } : { ifMatch: form.tag }),
      undo: ({ data }) => {
        const ifMatch = `"${String(fieldsOf(data).revision)}"`;
        return own ? entry(own.seriesId, own.notes, { ifMatch }) : clear(ifMatch);
      },
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: finish,
    });
  };
  const remove = () => {
    const series = names.get(own?.seriesId ?? '') ?? '';
    review.open({
      title: t('removeSheet', { series, day }),
      intro: t('removeText'),
      confirmLabel: t('remove'),
      done: () => t('done.remove', { series, day }),
      danger: true,
      change: clear(own ? `"${own.revision}"` : null),
      ...(own && { undo: () => entry(own.seriesId, own.notes, { onlyIfNew: true }) }),
      onDone: finish,
    });
  };
  return { set, remove };
}

/** What is typed for a day, and the series to choose from. A newer entry is shown while nothing is typed. */
function useDayForm({ date, market, onStale }: DayProps, own: FreeDay | undefined) {
  const t = useWords(rotationWords);
  const titleIn = useTitleIn();
  const series: FieldSpec = { kind: 'choice', label: t('series'), required: true, options: [] };
  const notes: FieldSpec = { kind: 'long', label: t('notes'), description: t('notesHint'), max: 500 };
  const form = useSchemaForm<DayValues>(
    { seriesId: series, notes },
    { values: { seriesId: own?.seriesId ?? '', notes: own?.notes ?? '' }, tag: own ? `"${own.revision}"` : null },
    { draft: `free ${date} ${market || 'all'}`, onStale },
  );
  const search = usePublishedSeries(form.values.seriesId);
  const names = new Map(search.offers.map(({ id, title }) => [id, title]));
  if (own) names.set(own.seriesId, titleIn(own.series.title, own.series.titleI18n));
  // By their names the two are told apart where a colleague has chosen another one meanwhile.
  const options = [...names].map(([value, label]) => ({ value, label }));
  return { form: { ...form, fields: { notes, seriesId: { ...series, options } } }, search, names };
}

function DayForm(props: DayProps) {
  const t = useWords(rotationWords);
  const { country } = usePlaces();
  const { market, shown } = props;
  const own = shown && !shown.isGeneral ? shown.entry : undefined;
  const { form, search, names } = useDayForm(props, own);
  const { set, remove } = useDayChanges({ ...props, own, form, names });
  const { seriesId } = form.values;
  return (
    <SchemaFormFrame form={form} onSubmit={set}>
      {shown?.isGeneral && <Note mb="md">{t('ownFirst', { market: country(market) })}</Note>}
      <SeriesPick
        label={t('series')}
        search={t('findSeries')}
        none={t('noSeries')}
        autoFocus={true}
        {...search}
        chosen={seriesId}
        onChoose={(id) => form.set('seriesId', id)}
      />
      <FormField form={form} name="notes" />
      <Inline align="stretch" wraps>
        <Button type="submit" disabled={!names.has(seriesId) || Object.keys(form.changed).length === 0}>
          {t('continue')}
        </Button>
        {own && (
          <Button variant="subtle" color="red" onClick={remove}>
            {t('remove')}
          </Button>
        )}
      </Inline>
    </SchemaFormFrame>
  );
}
