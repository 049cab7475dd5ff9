import { useSyncExternalStore } from 'react';
import classes from './countdown.module.css';
import { useFormat } from './format.ts';
import { Time } from './time.tsx';

/** One clock for all that count: it goes while someone looks. */
const listeners = new Set<() => void>();
let clock: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clock ??= window.setInterval(() => {
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(clock);
    clock = undefined;
  };
}

/** The time now, which goes on in steps: who uses it is shown anew at each. */
export const useNow = (stepMs: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs);

const minute = 60_000;
const hour = 60 * minute;

interface CountdownProps {
  to: string;
  /** Said when the moment has come. */
  over: string;
  /** From when on it is marked as pressing. */
  soonMs?: number;
}

/** What is left until a moment, by the minute, and by the second in the last hour. */
export function Countdown({ to, over, soonMs = 0 }: CountdownProps) {
  const format = useFormat();
  const end = new Date(to).getTime();
  const left = end - Date.now();
  useNow(left < hour ? 1000 : minute);
  return (
    <span className={classes.countdown} data-soon={left < soonMs || undefined} role="timer">
      <Time at={to}>{left >= 1000 ? format.duration(Math.floor(left / 1000) * 1000) : over}</Time>
    </span>
  );
}
