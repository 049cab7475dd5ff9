import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLanguage, useWords } from '../../words/define.ts';
import { useFormat, weekStartOf } from '../format.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { uiWords } from '../words.ts';
import classes from './date-field.module.css';

interface CalendarProps {
  /** The day that is chosen, or '' for none. */
  day: string;
  onChoose: (day: string) => void;
}

/** A month to choose a day from, in the language of the panel. */
export function Calendar({ day, onChoose }: CalendarProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const language = useLanguage();
  // All days of the panel are those of UTC.
  const today = new Date().toISOString().slice(0, 10);
  const shown = day || today;
  const frame = useRef<HTMLDivElement>(null);
  // It may come after the popover has given the focus away, but never before that knows where to give it back to.
  useEffect(() => {
    const focus = () => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    const timer = window.setTimeout(focus);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <DatePicker
      ref={frame}
      className={classes.calendar ?? ''}
      onKeyDownCapture={mirrorArrows}
      value={day || null}
      defaultDate={shown}
      onChange={(chosen) => chosen && onChoose(chosen)}
      maxLevel="month"
      firstDayOfWeek={weekStartOf[language]}
      weekendDays={[]}
      monthLabelFormat={(month) => format.month(dayOf(month))}
      weekdayFormat={(weekday) => format.weekdayLetter(dayOf(weekday))}
      getDayAriaLabel={(date) => format.date(dayOf(date))}
      getDayProps={(date) => ({
        'data-autofocus': date === shown || undefined,
        'aria-current': date === today ? 'date' : undefined,
      })}
      previousIcon={<IconChevronLeft size={16} className="points" aria-hidden />}
      nextIcon={<IconChevronRight size={16} className="points" aria-hidden />}
      ariaLabels={{ previousMonth: t('date.previous'), nextMonth: t('date.next') }}
    />
  );
}

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
const sent = new WeakSet<Event>();

/** The library takes the right for the next day in every direction of writing. */
function mirrorArrows({ nativeEvent, key, target }: KeyboardEvent): void {
  const other = document.documentElement.dir === 'rtl' ? mirrored[key] : undefined;
  if (other === undefined || sent.has(nativeEvent)) return;
  nativeEvent.preventDefault();
  nativeEvent.stopImmediatePropagation();
  const instead = new KeyboardEvent('keydown', { key: other, bubbles: true, cancelable: true });
  sent.add(instead);
  target.dispatchEvent(instead);
}

/** The library names days without a zone, sometimes with a time after them. */
const dayOf = (date: string): string => date.slice(0, 10);
