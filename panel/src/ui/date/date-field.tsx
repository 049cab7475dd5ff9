import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useWords } from '../../words/define.ts';
import { localeOf, useFormat } from '../format.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { Opener } from '../opener.tsx';
import { uiWords } from '../words.ts';
import { CalendarIcon } from './calendar-icon.tsx';
import type { CalendarPopoverProps } from './calendar-popover.tsx';
import { isUnreadableDate, typedIn, unreadableDate } from './days.ts';
import { isDayFirst, parseDate, timeIn } from './parse-date.ts';

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A day `YYYY-MM-DD`, or with its time `YYYY-MM-DDTHH:mm`, in UTC; '' for none, `unreadableDate(typed)` for what is no date. */
  value: string;
  onChange: (value: string) => void;
  withTime?: boolean;
  /** Tells what is typed once the field is left, or with Enter, as a filter does; otherwise with each key. */
  commitOnLeave?: boolean;
}

const CalendarPopover = lazyComponent(async () => (await import('./calendar-popover.tsx')).CalendarPopover);

/** What is typed stays as it is until the field is left, or another value comes from outside. */
function useTyped(value: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  /** The value that was told for what is typed. */
  const [told, setTold] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    setTold(null);
    if (value !== told) setTyped(null);
  }
  return { typed, setTyped, setTold };
}

/** What is wrong with something typed; nothing typed is no fault. */
function faultIn(typed: string, withTime: boolean, locale: string): 'date.wrong' | 'date.noTime' | undefined {
  if (typed.trim() === '' || parseDate(typed, withTime, locale) !== undefined) return undefined;
  return withTime && parseDate(typed, false, locale) !== undefined ? 'date.noTime' : 'date.wrong';
}

/** A date, and its time where that is asked for, as the panel writes them everywhere: typed, or chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  const { onChange, withTime = false, commitOnLeave = false, error, onBlur, onKeyDown, ...rest } = props;
  const t = useWords(uiWords);
  const language = useLanguage();
  const format = useFormat();
  const { typed, setTyped, setTold } = useTyped(props.value);
  const isUnreadable = isUnreadableDate(props.value);
  const value = isUnreadable ? '' : props.value;
  /** What was typed here, or before the field was opened again. */
  const text = typed ?? (isUnreadable ? typedIn(props.value) : null);
  const [isTyping, setTyping] = useState(false);
  /** The value that was typed in numbers alone, with a day that could be the month. */
  const [dayFirst, setDayFirst] = useState<string>();
  const show = (date: string) => (withTime ? format.dateTime(`${date}Z`, 'UTC') : format.date(date));
  const read = (next: string) => (next.trim() === '' ? '' : parseDate(next, withTime, localeOf[language]));
  const fault = text === null || isTyping ? undefined : faultIn(text, withTime, localeOf[language]);
  const example = show(withTime ? '2026-11-25T18:00' : '2026-11-25');
  const type = (next: string) => {
    setTyped(next);
    setTyping(commitOnLeave);
    setDayFirst(isDayFirst(next) ? read(next) : undefined);
    if (commitOnLeave) return;
    const date = read(next) ?? unreadableDate(next);
    setTold(date);
    onChange(date);
  };
  const commit = () => {
    setTyping(false);
    const date = typed === null ? undefined : read(typed);
    if (date === value) setTyped(null);
    else if (date !== undefined) onChange(date);
  };
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      value={text ?? (value && show(value))}
      {...(dayFirst !== undefined &&
        dayFirst === (typed === null ? value : read(typed)) && {
          description: t('date.dayFirst', { date: show(dayFirst) }),
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        })}
      error={fault ? t(fault, { example }) : error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        commit();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        onKeyDown?.(event);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <CalendarButton
          field={nameOf(props)}
          day={value.slice(0, 10)}
          onChoose={(day) => {
            const time = timeIn(text ?? '') ?? (value.slice(11) || '12:00');
            setTyped(null);
            onChange(withTime ? `${day}T${time}` : day);
          }}
        />
      }
    />
  );
}

/** What a field is called, where that is plain text. */
function nameOf({ label, 'aria-label': named }: Pick<TextInputProps, 'label' | 'aria-label'>): string | undefined {
  return named ?? (typeof label === 'string' ? label : undefined);
}

/** The button that opens the calendar, alone until it is first pressed. */
function CalendarButton(props: CalendarPopoverProps) {
  return (
    <Opener
      popup="dialog"
      preload={CalendarPopover.preload}
      button={(icon) => <CalendarIcon field={props.field} {...icon} />}
    >
      <CalendarPopover {...props} />
    </Opener>
  );
}
