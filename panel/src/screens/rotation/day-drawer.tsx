import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { usePictures } from '../../app/pictures.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { SeriesPick } from '../../app/series-pick.tsx';
import { useSession } from '../../app/session.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { seriesListQuery } from '../catalog/queries.ts';
import { dayOf, freeIn, type Shown } from './month.ts';
import { type FreeDay, freeDaysQuery } from './queries.ts';
import classes from './rotation.module.css';
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
  onClose: () => void;
}

function Day(props: DayProps) {
  const t = useWords(rotationWords);
  const { may } = useSession();
  const titleIn = useTitleIn();
  const { date, shown } = props;
  const isPast = date < dayOf(new Date());
  if (may('curation:write') && !isPast) return <DayForm {...props} />;
  return (
    <>
      {isPast && <p className={classes.quiet}>{t('past')}</p>}
      <p>{shown ? <bdi>{titleIn(shown.entry.series.title, shown.entry.series.titleI18n)}</bdi> : t('none')}</p>
      {shown?.entry.notes && <p className={classes.quiet}>{shown.entry.notes}</p>}
    </>
  );
}

/** Both changes are looked at before they are made. */
function useDayChanges({ date, market, onClose }: DayProps, own: FreeDay | undefined) {
  const t = useWords(rotationWords);
  const day = useFormat().date(date);
  const titleIn = useTitleIn();
  const review = useReview();
  const titleOf = ({ series: { title, titleI18n } }: FreeDay) => titleIn(title, titleI18n);
  const set = (series: Named, notes: string) =>
    review.open({
      title: t('setSheet', { series: series.title, day }),
      confirmLabel: t('save'),
      names: new Map([...(own ? [[own.seriesId, titleOf(own)] as const] : []), [series.id, series.title]]),
      change: change('PUT', '/v1/admin/free-series', {
        body: { date, seriesId: series.id, marketCode: market || null, notes: notes.trim() || null },
        ...(own ? { ifMatch: `"${own.revision}"` } : { onlyIfNew: true }),
      }),
      onDone: onClose,
    });
  const remove = (entry: FreeDay) => {
    const series = titleOf(entry);
    review.open({
      title: t('removeSheet', { series, day }),
      intro: t('removeText'),
      confirmLabel: t('remove'),
      danger: true,
      names: new Map([[entry.seriesId, series]]),
      change: change('DELETE', '/v1/admin/free-series/{date}', { path: { date }, query: { market: market || 'all' } }),
      onDone: onClose,
    });
  };
  return { set, remove };
}

/** What is typed, and the entry that it was typed on: a newer one is taken over only while nothing is. */
function useTypedDay(newest: FreeDay | undefined) {
  const [own, setOwn] = useState(newest);
  const [chosen, setChosen] = useState(chosenIn(newest));
  const [notes, setNotes] = useState(newest?.notes ?? '');
  const isChanged = chosen?.id !== own?.seriesId || notes !== (own?.notes ?? '');
  if (!isChanged && (newest?.id !== own?.id || newest?.revision !== own?.revision)) {
    setOwn(newest);
    setChosen(chosenIn(newest));
    setNotes(newest?.notes ?? '');
  }
  return { own, chosen, setChosen, notes, setNotes, isChanged };
}

const chosenIn = (entry: FreeDay | undefined): Named | undefined =>
  entry && { id: entry.seriesId, title: entry.series.title };

function DayForm(props: DayProps) {
  const t = useWords(rotationWords);
  const { country } = usePlaces();
  const { market, shown } = props;
  const newest = shown && !shown.isGeneral ? shown.entry : undefined;
  const { own, chosen, setChosen, notes, setNotes, isChanged } = useTypedDay(newest);
  const { set, remove } = useDayChanges(props, own);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) set(chosen, notes);
      }}
    >
      {shown?.isGeneral && <p className={classes.quiet}>{t('ownFirst', { market: country(market) })}</p>}
      <PublishedSeriesPick chosen={chosen} onChoose={setChosen} />
      <Textarea
        label={t('notes')}
        description={t('notesHint')}
        maxLength={500}
        autosize
        minRows={2}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={!chosen || !isChanged}>
          {t('continue')}
        </Button>
        {own && (
          <Button variant="subtle" color="red" onClick={() => remove(own)}>
            {t('remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface Named {
  readonly id: string;
  readonly title: string;
}

interface PublishedSeriesPickProps {
  chosen: Named | undefined;
  onChoose: (series: Named) => void;
}

function PublishedSeriesPick({ chosen, onChoose }: PublishedSeriesPickProps) {
  const t = useWords(rotationWords);
  const titleIn = useTitleIn();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const search = { status: 'published', sort: 'title', order: 'asc', limit: 25, ...(q && { q }) } as const;
  const { data: page } = useQuery(seriesListQuery(search));
  const found = page?.items ?? [];
  const pictureOf = usePictures(found.map(({ posterAssetId }) => posterAssetId));
  const offers = found.map(({ id, title, titleI18n, posterAssetId }) => ({
    id,
    title: titleIn(title, titleI18n),
    picture: pictureOf(posterAssetId),
  }));
  return (
    <SeriesPick
      label={t('series')}
      search={t('findSeries')}
      none={t('noSeries')}
      typed={typed}
      offers={offers}
      autoFocus={true}
      onType={setTyped}
      chosen={chosen?.id}
      onChoose={(id) => {
        const offer = offers.find((one) => one.id === id);
        if (offer) onChoose(offer);
      }}
    />
  );
}
