import { Link } from '@tanstack/react-router';
import { Box, Text } from '../../ui/box.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { browserZone, usePreferences } from '../../ui/preferences.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import classes from './launches.module.css';
import type { Launch } from './queries.ts';
import { launchWords } from './words.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How long it is until viewers see the series, and what time it will be where they are. */
export function LaunchClock({ launch }: { launch: Launch }) {
  const t = useWords(launchWords);
  const format = useFormat();
  const now = useNow(minuteMs);
  const { series, checks, markets } = launch;
  const { at } = checks.schedule;
  if (at === null) {
    return (
      <Box as="section" className={classes.clock} framed="raised" pad="lg" aria-label={t('goesLive')}>
        <Text as="p" size="3xl" weight="strong" tight mb="sm">
          {t('noDate')}
        </Text>
        <Text as="p" tone="muted">
          {t('noDateText')}{' '}
          <Link to="/series/$id" params={{ id: series.id }}>
            {t('toSeries')}
          </Link>
        </Text>
      </Box>
    );
  }
  const isAhead = Date.parse(at) > now;
  const isOut = series.status === 'published' || series.status === 'archived';
  const past = isOut ? 'wentLive' : 'dueSince';
  return (
    <Box as="section" className={classes.clock} framed="raised" pad="lg" aria-label={t('goesLive')}>
      <Text as="p" tone="muted">
        {t(isAhead ? 'goesLiveIn' : past)}
      </Text>
      <Text as="p" size="3xl" weight="strong" tight mb="sm">
        {isAhead ? <Countdown to={at} over={t('due')} soonMs={dayMs} /> : format.ago(at)}
      </Text>
      <LocalTimes at={at} markets={markets} />
    </Box>
  );
}

function LocalTimes({ at, markets }: { at: string; markets: Launch['markets'] }) {
  const t = useWords(launchWords);
  const format = useFormat();
  const { country } = usePlaces();
  const { zone } = usePreferences();
  const lines = [
    { name: t('utc'), zone: 'UTC' },
    { name: t('yourTime'), zone: zone ?? browserZone() },
    ...markets.map((market) => ({ name: country(market.country), zone: market.timeZone })),
  ];
  return (
    <dl className={classes.times}>
      {lines.map((line) => (
        <div key={line.name}>
          <dt>{line.name}</dt>
          <dd className="tabular">
            <time dateTime={at}>{format.dateTime(at, line.zone)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
