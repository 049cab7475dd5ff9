import type { ReactNode } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconPhoto } from '../../ui/icons.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { directionOf, isLanguage, useWords } from '../../words/define.ts';
import classes from './device.module.css';
import { deviceWords } from './device-words.ts';
import type { Card, Preview } from './queries.ts';
import { feedWords } from './words.ts';

type Mark = 'added' | 'removed' | 'moved';
type Change = Preview['changes']['freeToday'];
type Rail = Preview['rails'][number];

interface DeviceProps {
  feed: Preview;
  /** The feed of now, which still has what is gone by then. */
  now: Preview | undefined;
  /** Another one is on its way. */
  isOld: boolean;
}

/** A phone with the feed as the app shows it, and what is otherwise than now marked on it. */
export function Device({ feed, now, isOld }: DeviceProps) {
  const t = useWords(feedWords);
  const format = useFormat();
  const lang = isLanguage(feed.lang) ? feed.lang : 'en';
  const { changes } = feed;
  const changeOf = (id: string) => changes.rails.find((rail) => rail.id === id);
  const gone = now?.rails.filter(({ id }) => changes.railOrder.removed.includes(id)) ?? [];
  const label = t('device', {
    surface: t(`surfaces.${feed.surface}`),
    moment: `${format.dateTime(feed.at, 'UTC')} UTC`,
  });
  return (
    <section className={classes.device} aria-label={label} aria-busy={isOld}>
      <ScrollBox label={label} className={classes.screen} lang={lang} dir={directionOf(lang)}>
        <Row
          cards={feed.previewReel}
          before={now?.previewReel}
          change={changes.previewReel}
          shape="hero"
          free={deviceWords[lang].free}
        />
        {(feed.freeToday.length > 0 || changes.freeToday.removed.length > 0) && (
          <Block title={deviceWords[lang].freeToday}>
            <Row
              cards={feed.freeToday}
              before={now?.freeToday}
              change={changes.freeToday}
              shape="poster"
              free={deviceWords[lang].free}
            />
          </Block>
        )}
        {feed.rails.map((rail) => (
          <RailBlock
            key={rail.id}
            rail={rail}
            before={now?.rails.find(({ id }) => id === rail.id)?.series}
            change={changeOf(rail.id)}
            mark={markOf(changes.railOrder, rail.id)}
            free={deviceWords[lang].free}
          />
        ))}
        {gone.map((rail) => (
          <RailBlock
            key={rail.id}
            rail={{ ...rail, series: [] }}
            before={rail.series}
            change={changeOf(rail.id)}
            mark="removed"
            free={deviceWords[lang].free}
          />
        ))}
      </ScrollBox>
    </section>
  );
}

function markOf(change: Change | undefined, id: string): Mark | undefined {
  if (change?.added.includes(id)) return 'added';
  return change?.moved.includes(id) ? 'moved' : undefined;
}

function Badge({ mark }: { mark: Mark }) {
  const t = useWords(feedWords);
  return (
    <span className={classes.mark} data-mark={mark}>
      {t(`mark.${mark}`)}
    </span>
  );
}

interface BlockProps {
  title: string;
  text?: string;
  mark?: Mark | undefined;
  children: ReactNode;
}

function Block({ title, text, mark, children }: BlockProps) {
  return (
    <Stack as="section" className={classes.rail} gap="xs" data-mark={mark}>
      <Inline as="h3" className={classes.railTitle} size="xl">
        <bdi>{title}</bdi>
        {mark && <Badge mark={mark} />}
      </Inline>
      {text && <p className={classes.why}>{text}</p>}
      {children}
    </Stack>
  );
}

interface RowProps {
  cards: readonly Card[];
  before: readonly Card[] | undefined;
  change: Change | undefined;
  shape: 'hero' | 'poster';
  /** What the app says on a series that is free today. */
  free: string;
}

interface RailBlockProps extends Pick<RowProps, 'before' | 'change' | 'free'> {
  rail: Rail;
  mark: Mark | undefined;
}

function RailBlock({ rail, mark, ...rest }: RailBlockProps) {
  return (
    <Block title={rail.title} text={rail.explanation} mark={mark}>
      <Row cards={rail.series} shape="poster" {...rest} />
    </Block>
  );
}

/** Series in their order, and after them those that are gone by then. */
function Row({ cards, before = [], change, shape, free }: RowProps) {
  const gone = before.filter(({ id }) => change?.removed.includes(id));
  if (cards.length + gone.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <ul className={classes.row} data-shape={shape} tabIndex={0}>
      {cards.map((card) => (
        <Poster key={card.id} card={card} shape={shape} mark={markOf(change, card.id)} free={free} />
      ))}
      {gone.map((card) => (
        <Poster key={card.id} card={card} shape={shape} mark="removed" free={free} />
      ))}
    </ul>
  );
}

interface PosterProps extends Pick<RowProps, 'shape' | 'free'> {
  card: Card;
  mark: Mark | undefined;
}

function Poster({ card, shape, mark, free }: PosterProps) {
  const url = shape === 'hero' ? (card.heroUrl ?? card.posterUrl) : card.posterUrl;
  return (
    <Stack as="li" className={classes.poster} gap="xs" size="sm" tight data-mark={mark}>
      <span className={classes.picture}>
        {url ? <img src={ownAddress(url)} alt="" loading="lazy" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
        {mark && <Badge mark={mark} />}
        {card.isFreeToday && mark !== 'removed' && <span className={classes.free}>{free}</span>}
      </span>
      <Text className={classes.cardTitle} clamp breaks>
        <bdi>{card.title}</bdi>
      </Text>
    </Stack>
  );
}
