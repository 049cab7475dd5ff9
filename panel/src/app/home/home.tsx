import { Skeleton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Note, Stack, Text } from '../../ui/box.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { hrefOf, type Tile } from '../screen.ts';
import { useTiles } from '../session.ts';
import { Figures } from './figures.tsx';
import classes from './home.module.css';
import { LineRow } from './line-row.tsx';
import { byTime, byUrgency, type Line } from './order.ts';
import { homeWords } from './words.ts';

/** What needs the reader, what became of their requests, how the last week was, and what comes: each role has its own. */
export function Home() {
  const t = useWords(homeWords);
  const tiles = useTiles();
  const of = (part: Tile['part']) => tiles.filter((tile) => tile.part === part);
  return (
    <Page title={t('title')} description={t('text')}>
      <Stack gap="2xl">
        <Lines title={t('now')} tiles={of('now')} order={byUrgency} empty={<Note>{t('nothing')}</Note>} />
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

/** The first lines of several lists in one. */
function Lines({ title, tiles, order, empty }: LinesProps) {
  const t = useWords(homeWords);
  const answers = useQueries({ queries: tiles.map(({ query }) => query) });
  const isPending = answers.some((answer) => answer.isPending);
  const found = tiles.flatMap((tile, index) => {
    const answer = answers[index];
    return answer ? [{ tile, answer }] : [];
  });
  const lines = found
    .flatMap(({ tile, answer }) => (answer.data?.lines ?? []).map((line): Line => ({ tile, line })))
    .toSorted(order);
  const rests = found.flatMap(({ tile, answer: { data, isError } }) => {
    const name = t(`tile.${tile.name}`);
    if (isError && !data) return [{ tile, text: t('unknown', { name }) }];
    const count = (data?.count ?? 0) - (data?.lines.length ?? 0);
    return count > 0 ? [{ tile, text: t('others', { name, count: `${count}${data?.isMore ? '+' : ''}` }) }] : [];
  });
  const isEmpty = lines.length === 0 && rests.length === 0;
  if (isEmpty && !empty) return null;
  return (
    <section>
      <Text as="h2" size="lg" weight="medium" mb="sm">
        {title}
      </Text>
      {isEmpty && (isPending ? <Skeleton height={44} /> : empty)}
      {!isEmpty && (
        <ul className={classes.lines}>
          {lines.map(({ tile, line }) => (
            <LineRow key={`${tile.name} ${line.id}`} tile={tile} line={line} />
          ))}
          {rests.map(({ tile, text }) => (
            <li key={tile.name}>
              <Link to={hrefOf(tile)} className={classes.rest}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
