import classes from './countdown.module.css';
import { useFormat } from './format.ts';
import { useNow } from './now.ts';
import { Time } from './time.tsx';

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
