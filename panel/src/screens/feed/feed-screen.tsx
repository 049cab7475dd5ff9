import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
import { useNow } from '../../ui/now.ts';
import { Page } from '../../ui/page.tsx';
import { languages, useLanguage, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { Device } from './device.tsx';
import { Differences } from './differences.tsx';
import classes from './feed.module.css';
import { aheadOf, momentAt, mostStopDays, placeOf, ranges, wayTo } from './moments.ts';
import { filtersOf, previewQuery, stopsQuery } from './queries.ts';
import { Scrubber } from './scrubber.tsx';
import { StopList } from './stop-list.tsx';
import { feedWords } from './words.ts';

const route = getRouteApi('/shell/feed');

export function FeedScreen() {
  const t = useWords(feedWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <TimeMachine />
      </RequirePermission>
    </Page>
  );
}

type FeedSearch = Readonly<Partial<ReturnType<typeof route.useSearch>>>;

/** What is asked for, and how to ask for something else; the address has it all. */
function useAsked() {
  const own = useLanguage();
  const search = route.useSearch();
  const { at, days: given } = search;
  const navigate = route.useNavigate();
  const days = ranges.find((one) => one === given) ?? 14;
  const set = (next: FeedSearch) =>
    void navigate({ search: (before: object) => ({ ...before, ...next }), replace: true });
  return { filters: filtersOf(search, own), at, days, set };
}

function TimeMachine() {
  const t = useWords(feedWords);
  const { filters, set, at: given, days: chosen } = useAsked();
  const from = useNow(60_000);
  const at = aheadOf(from, given);
  const way = wayTo(from, chosen, at);
  const days = Math.min(way.days, mostStopDays);
  const then = useQuery(previewQuery({ ...filters, at }));
  const { data: now } = useQuery(previewQuery(filters));
  const { data: stops } = useQuery(stopsQuery({ surface: filters.surface, market: filters.market, days }));
  const items = stops?.items ?? [];
  const go = (place: number) => set({ at: momentAt(way, place) });
  return (
    <>
      <Choices />
      <Scrubber way={way} place={placeOf(way, at)} stops={items} onGo={go} onMoment={(moment) => set({ at: moment })} />
      <div className={classes.columns}>
        <Loaded query={then} lines={14}>
          {(feed) => (
            <Stack align="center" gap="md">
              <Differences changes={feed.changes} />
              <Device feed={feed} now={now} isOld={then.isPlaceholderData} />
            </Stack>
          )}
        </Loaded>
        <section aria-labelledby="feed-stops">
          <Text id="feed-stops" as="h2" mb="sm">
            {t('stops')}
          </Text>
          <StopList stops={items} at={at} onGo={(moment) => set({ at: moment })} />
          <Note>{t('known')}</Note>
        </section>
      </div>
    </>
  );
}

function Choices() {
  const t = useWords(feedWords);
  const word = useServerWord();
  const { all } = usePlaces();
  const { filters, days, set } = useAsked();
  const { surface = 'for_you', market = '', lang } = filters;
  return (
    <Inline align="end" wraps gap="md" mb="lg">
      <SegmentedControl
        aria-label={t('surface')}
        value={surface}
        onChange={(value) => set({ surface: value === 'discover' ? 'discover' : 'for_you' })}
        data={(['for_you', 'discover'] as const).map((value) => ({ value, label: t(`surfaces.${value}`) }))}
      />
      <NativeSelect
        label={t('market')}
        value={market}
        onChange={({ currentTarget: { value } }) => set({ market: value || undefined })}
        data={[{ value: '', label: t('anyMarket') }, ...all()]}
      />
      <NativeSelect
        label={t('language')}
        value={lang}
        onChange={({ currentTarget: { value } }) => set({ lang: languages.find((one) => one === value) })}
        data={languages.map((value) => ({ value, label: word('language', value) }))}
      />
      <NativeSelect
        label={t('range')}
        value={String(days)}
        onChange={({ currentTarget: { value } }) => set({ days: Number(value), at: undefined })}
        data={ranges.map((value) => ({ value: String(value), label: t(`days.${value}`) }))}
      />
    </Inline>
  );
}
