import { ActionIcon, Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Inline, Stack } from '../../ui/box.tsx';
import { DateField } from '../../ui/date/date-field.tsx';
import { isUnreadableDate } from '../../ui/date/days.ts';
import { useFormat } from '../../ui/format.ts';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import classes from './feed.module.css';
import { aheadOf, lengthOf, momentAt, nextPlace, placeOf, shareOf, stepMs, stepped, type Way } from './moments.ts';
import type { Stop } from './queries.ts';
import { feedWords } from './words.ts';

interface ScrubberProps {
  way: Way;
  place: number;
  stops: readonly Stop[];
  onGo: (place: number) => void;
  /** Any moment, also one beyond the way. */
  onMoment: (at: string | undefined) => void;
}

const settleMs = 250;

/** While the thumb is dragged the feed stays. It is requested once the thumb rests, and the thumb stays until the address has it. */
function useDragged({ place, onGo }: Pick<ScrubberProps, 'place' | 'onGo'>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const settle = useDebouncedCallback(onGo, settleMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the place ends the drag
  useEffect(() => setDragged(null), [place]);
  const drag = (next: number) => {
    setDragged(next);
    settle(next);
  };
  return { shown: dragged ?? place, drag };
}

/** Chooses a moment: by dragging, from change to change, by the keyboard, or typed. */
export function Scrubber({ way, place, stops, onGo, onMoment }: ScrubberProps) {
  const t = useWords(feedWords);
  const places = [...new Set(stops.map(({ at }) => placeOf(way, at)))];
  const { shown, drag } = useDragged({ place, onGo });
  const [before, after] = [nextPlace(places, shown, -1), nextPlace(places, shown, 1)];
  return (
    <Stack as="section" className={classes.scrubber} gap="md" mb="2xl" aria-label={t('scrub')}>
      <Inline wraps>
        <Button variant="default" onClick={() => onGo(0)} disabled={shown === 0}>
          {t('now')}
        </Button>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('previous')}
          disabled={before === undefined}
          onClick={() => onGo(before ?? 0)}
        >
          <IconChevronLeft size={16} className="points" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('next')}
          disabled={after === undefined}
          onClick={() => onGo(after ?? shown)}
        >
          <IconChevronRight size={16} className="points" />
        </ActionIcon>
        <Typed way={way} place={shown} onMoment={onMoment} />
      </Inline>
      <Track way={way} place={shown} places={places} onGo={drag} />
    </Stack>
  );
}

function Typed({ way, place, onMoment }: Pick<ScrubberProps, 'way' | 'place' | 'onMoment'>) {
  const t = useWords(feedWords);
  // Of what was typed at this place: whoever goes on by other ways has left it behind.
  const [overAt, setOverAt] = useState<number | null>(null);
  const moment = momentAt(way, place) ?? new Date(way.from).toISOString();
  const go = (value: string) => {
    const at = value === '' ? undefined : new Date(`${value}Z`).toISOString();
    const isPast = at !== undefined && aheadOf(way.from, at) === undefined;
    setOverAt(isPast ? place : null);
    if (!isPast) onMoment(at);
  };
  return (
    <DateField
      aria-label={t('at')}
      withTime
      commitOnLeave
      error={overAt === place && t('past')}
      value={moment.slice(0, 16)}
      onChange={(value) => {
        if (!isUnreadableDate(value)) go(value);
      }}
    />
  );
}

interface TrackProps {
  way: Way;
  place: number;
  places: readonly number[];
  onGo: (place: number) => void;
}

function Track({ way, place, places, onGo }: TrackProps) {
  const t = useWords(feedWords);
  const format = useFormat();
  const hint = useId();
  const moment = momentAt(way, place);
  const text = moment === undefined ? t('now') : `${format.longDateTime(moment)} UTC`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextByKey(event.key, { way, place, places, isRtl: document.dir === 'rtl' });
    if (next === undefined) return;
    event.preventDefault();
    onGo(next);
  };
  return (
    <div className={classes.track}>
      <output className={classes.moment} htmlFor={`${hint}-range`}>
        {text}
      </output>
      <span className={classes.ticks} aria-hidden>
        {places.map((stop) => (
          <span
            key={stop}
            className={classes.tick}
            data-passed={stop <= place || undefined}
            style={{ insetInlineStart: `${shareOf(way, stop)}%` }}
          />
        ))}
      </span>
      <input
        id={`${hint}-range`}
        type="range"
        className={classes.range}
        aria-label={t('scrub')}
        aria-valuetext={text}
        aria-describedby={hint}
        min={0}
        max={lengthOf(way)}
        step={stepMs / 4}
        value={place}
        onChange={({ currentTarget: { value } }) => onGo(Number(value))}
        onKeyDown={onKeyDown}
      />
      <small id={hint}>{t('scrubHint')}</small>
    </div>
  );
}

interface Standing extends Pick<TrackProps, 'way' | 'place' | 'places'> {
  readonly isRtl: boolean;
}

/** Hours by the arrows, changes by the pages; left is onward where one reads from the right. */
function nextByKey(key: string, { way, place, places, isRtl }: Standing): number | undefined {
  if (key === 'ArrowUp' || key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return stepped(way, place, 1);
  if (key === 'ArrowDown' || key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return stepped(way, place, -1);
  if (key === 'PageUp') return nextPlace(places, place, 1) ?? place;
  if (key === 'PageDown') return nextPlace(places, place, -1) ?? place;
  return undefined;
}
