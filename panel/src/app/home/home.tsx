import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Text } from '../../ui/box.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { useFormat } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useLocalized, useWords } from '../../words/define.ts';
import { hrefOf, type Tile } from '../screen.ts';
import { useSession, useTiles } from '../session.ts';
import type { TileData } from '../tiles.ts';
import { orderedFor } from './first-tiles.ts';
import classes from './home.module.css';
import { homeWords } from './words.ts';

/** What waits, what failed and what goes live: each role sees what it may look at. */
export function Home() {
  const t = useWords(homeWords);
  const { me, can } = useSession();
  const tiles = orderedFor(me.role, useTiles());
  return (
    <Page title={t('title')} description={t(can('publishing:read') ? 'text' : 'textWithoutReleases')}>
      <div className={classes.tiles}>
        {tiles.map((tile) => (
          <TileCard key={tile.name} tile={tile} />
        ))}
      </div>
    </Page>
  );
}

function TileCard({ tile }: { tile: Tile }) {
  const t = useWords(homeWords);
  const { data, isError } = useQuery(tile.query);
  const isBad = data !== undefined && data.count > 0 && tile.isFault;
  return (
    <Link to={hrefOf(tile)} className={classes.tile} data-bad={isBad || undefined}>
      <Text as="h2" size="md" weight="medium" tone="muted">
        {t(`tile.${tile.name}`)}
      </Text>
      {data && <Figures name={tile.name} waiting={data} />}
      {!data &&
        (isError ? (
          <Text as="p" tone="muted">
            {t('unknown')}
          </Text>
        ) : (
          <Skeleton height={28} width={48} />
        ))}
    </Link>
  );
}

const isCounted = (name: Tile['name']): name is keyof typeof homeWords.en.none => name in homeWords.en.none;

function Figures({ name, waiting }: { name: Tile['name']; waiting: TileData }) {
  const { count, isMore, lines, figures } = waiting;
  const t = useWords(homeWords);
  const format = useFormat();
  const localized = useLocalized();
  if (figures) return <Summary figures={figures} light={waiting.light} />;
  if (count === 0)
    return (
      <Text as="p" tone="muted">
        {isCounted(name) && t(`none.${name}`)}
      </Text>
    );
  return (
    <>
      <Text as="p" size="3xl" weight="strong" tight tabular>
        {isMore ? t('more', { count: format.number(count) }) : format.number(count)}
      </Text>
      <ul className={classes.lines}>
        {lines.map(({ id, text, at, day }) => (
          <li key={id}>
            <EmailText email={typeof text === 'string' ? text : localized(text)} />
            {at && <Time at={at} distance />}
            {day && <time dateTime={day}>{format.daysAway(day)}</time>}
          </li>
        ))}
      </ul>
      {waiting.light && <Light {...waiting.light} />}
    </>
  );
}

/** Figures of the day, and whether they are right. */
function Summary({ figures, light }: Required<Pick<TileData, 'figures'>> & { light: TileData['light'] }) {
  const format = useFormat();
  const localized = useLocalized();
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name.en}>
            <dt>{localized(name)}</dt>
            <dd className="tabular">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      {light && <Light {...light} />}
    </>
  );
}

/** Whether all is well, in words. */
function Light({ isGood, text }: NonNullable<TileData['light']>) {
  const localized = useLocalized();
  return (
    <div>
      <StatusPill tone={isGood ? 'positive' : 'danger'}>{localized(text)}</StatusPill>
    </div>
  );
}
