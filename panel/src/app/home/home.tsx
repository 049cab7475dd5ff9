import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { hrefOf, type Tile } from '../screen.ts';
import { useTiles } from '../session.ts';
import { Facts } from './facts.tsx';
import { Figures } from './figures.tsx';
import classes from './home.module.css';
import { LineRow } from './line-row.tsx';
import { byTime, byUrgency, type Line } from './order.ts';
import { homeWords } from './words.ts';

/** What needs the reader, what the day has come to, what became of their requests, how the last week was, and what comes: each role has its own. */
export function Home() {
  const t = useWords(homeWords);
  const tiles = useTiles();
  const of = (part: Tile['part']) => tiles.filter((tile) => tile.part === part);
  return (
    <Page title={t('title')} description={t('text')}>
      <Stack gap="2xl">
        <Lines title={t('now')} tiles={of('now')} order={byUrgency} empty={<Note>{t('nothing')}</Note>} />
        <Facts tiles={of('today')} />
        <Lines title={t('requests')} tiles={of('requests')} order={inPlace} />
        <Figures />
        <Lines title={t('week')} tiles={of('week')} order={byTime} />
      </Stack>
    </Page>
  );
}

const inPlace = () => 0;

interface LinesProps {
  title: string;
  tiles: readonly Tile[];
  order: (one: Line, other: Line) => number;
  /** Without it the part is left out when there is nothing in it. */
  empty?: ReactNode;
}

/** The first lines of several lists in one, and below them the way to each list. */
function Lines({ title, tiles, order, empty }: LinesProps) {
  const t = useWords(homeWords);
  const format = useFormat();
  const answers = useQueries({ queries: tiles.map(({ query }) => query) });
  const isPending = answers.some((answer) => answer.isPending);
  const found = tiles.flatMap((tile, index) => {
    const answer = answers[index];
    return answer ? [{ tile, answer }] : [];
  });
  const lines = found
    .flatMap(({ tile, answer }) => (answer.data?.lines ?? []).map((line): Line => ({ tile, line })))
    .toSorted(order);
  const lists = found.flatMap(({ tile, answer: { data, isError } }) => {
    const name = t(`tile.${tile.name}`);
    if (isError && !data) return [{ tile, text: t('unknown', { name }) }];
    if (!data || data.count === 0) return [];
    return [{ tile, text: t('count', { name, count: `${format.number(data.count)}${data.isMore ? '+' : ''}` }) }];
  });
  const isEmpty = lines.length === 0 && lists.length === 0;
  if (isEmpty && !empty) return null;
  return (
    <section>
      <Text as="h2" size="lg" weight="medium" mb="sm">
        {title}
      </Text>
      {isEmpty && (isPending ? <Skeleton height={44} /> : empty)}
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map(({ tile, line }) => (
            <LineRow key={`${tile.name} ${line.id}`} tile={tile} line={line} />
          ))}
        </ul>
      )}
      {lists.length > 0 && (
        <Inline as="p" wraps gap="lg" rowGap="2xs" size="sm" mt="sm" className={classes.lists}>
          {lists.map(({ tile, text }) => (
            <Link key={tile.name} to={hrefOf(tile)}>
              {text}
            </Link>
          ))}
        </Inline>
      )}
    </section>
  );
}
