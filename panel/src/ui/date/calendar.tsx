import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useEffect, useRef } from 'react';
import { useWords } from '../../words/define.ts';
import { useFormat } from '../format.ts';
import { IconChevronLeft, IconChevronRight } from '../icons.ts';
import { uiWords } from '../words.ts';

interface CalendarProps {
  /** The day that is chosen, or '' for none. */
  day: string;
  onChoose: (day: string) => void;
}

/** A month to choose a day from, in the language of the panel. */
export function Calendar({ day, onChoose }: CalendarProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const shown = day || new Date().toISOString().slice(0, 10);
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
      value={day || null}
      defaultDate={shown}
      onChange={(chosen) => chosen && onChoose(chosen)}
      maxLevel="month"
      firstDayOfWeek={1}
      monthLabelFormat={(month) => format.month(dayOf(month))}
      weekdayFormat={(weekday) => format.weekdayLetter(dayOf(weekday))}
      getDayAriaLabel={(date) => format.date(dayOf(date))}
      getDayProps={(date) => ({ 'data-autofocus': date === shown || undefined })}
      previousIcon={<IconChevronLeft size={16} className="points" aria-hidden />}
      nextIcon={<IconChevronRight size={16} className="points" aria-hidden />}
      ariaLabels={{ previousMonth: t('date.previous'), nextMonth: t('date.next') }}
    />
  );
}

/** The library names days without a zone, sometimes with a time after them. */
const dayOf = (date: string): string => date.slice(0, 10);
