import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { MissingObject } from '../../app/missing-object.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Text } from '../../ui/box.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { useFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { Page, useTitle } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleOf } from '../../words/title.ts';
import { LaunchClock } from './launch-clock.tsx';
import { LaunchMatrix } from './launch-matrix.tsx';
import classes from './launches.module.css';
import { type Launch, launchQuery } from './queries.ts';
import { launchWords } from './words.ts';

const route = getRouteApi('/shell/launches/$id');

export function LaunchRoomScreen() {
  return (
    <Page>
      <RequirePermission>
        <LaunchRoom />
      </RequirePermission>
    </Page>
  );
}

function LaunchRoom() {
  const t = useWords(launchWords);
  const { id } = route.useParams();
  const launch = useQuery(launchQuery(id));
  const titleOf = useTitleOf();
  useTitle(launch.data ? t('roomOf', { title: titleOf(launch.data.series) }) : t('room'));
  return (
    <Loaded query={launch} lines={12} missing={<MissingObject type="series" id={id} list="/series" />}>
      {(data) => (
        <>
          <Header launch={data} />
          <Inline align="stretch" wraps gap="lg" mb="lg">
            <Outcome launch={data} />
            <LaunchClock launch={data} />
          </Inline>
          <LaunchMatrix launch={data} />
          <Checked at={data.asOf} />
        </>
      )}
    </Loaded>
  );
}

function Header({ launch: { series } }: { launch: Launch }) {
  const t = useWords(launchWords);
  const word = useServerWord();
  const titleOf = useTitleOf();
  const { can } = useSession();
  return (
    <DetailHeader
      of={t('title')}
      back={can('publishing:read') ? <BackLink to="/launches">{t('title')}</BackLink> : null}
      title={t('roomOf', { title: titleOf(series) })}
    >
      <StatusPill tone={toneOf(series.status)}>{word('status', series.status)}</StatusPill>
      <Link to="/series/$id" params={{ id: series.id }}>
        {t('toSeries')}
      </Link>
    </DetailHeader>
  );
}

/** Go or no-go for the whole. */
function Outcome({ launch: { verdict, noGoCount } }: { launch: Launch }) {
  const t = useWords(launchWords);
  return (
    <section className={classes.outcome} data-verdict={verdict} aria-label={t('verdict')} role="status">
      <p className={classes.word}>{t(`is.${verdict}`)}</p>
      <Text as="p" tone="muted">
        {verdict === 'go' ? t('allGo') : t('noGoCount', { count: noGoCount })}
      </Text>
    </section>
  );
}

const stepMs = 5000;

/** It is looked at again by itself, and says when it was. */
function Checked({ at }: { at: string }) {
  const t = useWords(launchWords);
  const format = useFormat();
  useNow(stepMs);
  return (
    <Text as="p" tone="muted">
      {t('live')} <Time at={at}>{t('checked', { distance: format.ago(at) })}</Time>
    </Text>
  );
}
