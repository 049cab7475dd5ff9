import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLanguage, useWords } from '../../words/define.ts';
import { localeOf, useFormat } from '../format.ts';
import { IconCalendar } from '../icons.ts';
import { KeyLayer } from '../key-layer.tsx';
import { lazyComponent } from '../lazy-component.tsx';
import { uiWords } from '../words.ts';
import classes from './date-field.module.css';
import { parseDate, timeIn } from './parse-date.ts';

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A day `YYYY-MM-DD`, or with its time `YYYY-MM-DDTHH:mm`, in UTC; '' for none. */
  value: string;
  onChange: (value: string) => void;
  withTime?: boolean;
  /** Tells what is typed once the field is left, or with Enter, as a filter does; otherwise with each key. */
  commitOnLeave?: boolean;
}

const Calendar = lazyComponent(() => import('./calendar.tsx').then((part) => part.Calendar));

/** What is typed stays as it is until the field is left, or another value comes from outside. */
function useTyped(value: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  /** The value that was passed on for what is typed. */
  const [passedOn, setPassedOn] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    setPassedOn(null);
    if (value !== passedOn) setTyped(null);
  }
  return { typed, setTyped, setPassedOn };
}

/** The time that is typed, or else that of the value. */
const timeOf = (typed: string | null, value: string): string => timeIn(typed ?? '') ?? (value.slice(11) || '12:00');

/** A date, and its time where that is asked for, as the panel writes them everywhere: typed, or chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, withTime = false, commitOnLeave = false, error, onBlur, onKeyDown, ...rest } = props;
  const t = useWords(uiWords);
  const language = useLanguage();
  const format = useFormat();
  const { typed, setTyped, setPassedOn } = useTyped(value);
  const [isTyping, setTyping] = useState(false);
  const show = (date: string) => (withTime ? format.dateTime(`${date}Z`, 'UTC') : format.date(date));
  const read = (text: string) => (text.trim() === '' ? '' : parseDate(text, withTime, localeOf[language]));
  const wrong = typed !== null && !isTyping && read(typed) === undefined ? typed : null;
  const example = show(withTime ? '2026-11-25T18:00' : '2026-11-25');
  const isWithoutTime = withTime && wrong !== null && parseDate(wrong, false, localeOf[language]) !== undefined;
  const type = (text: string) => {
    setTyped(text);
    setTyping(commitOnLeave);
    if (commitOnLeave) return;
    const date = read(text) ?? '';
    setPassedOn(date);
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
      value={typed ?? (value && show(value))}
      error={wrong === null ? error : t(isWithoutTime ? 'date.noTime' : 'date.wrong', { example })}
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
          day={value.slice(0, 10)}
          onChoose={(day) => {
            setTyped(null);
            onChange(withTime ? `${day}T${timeOf(typed, value)}` : day);
          }}
        />
      }
    />
  );
}

interface CalendarButtonProps {
  day: string;
  onChoose: (day: string) => void;
}

function CalendarButton({ day, onChoose }: CalendarButtonProps) {
  const t = useWords(uiWords);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // The palette opens over all that is open; this gives way to it.
    const giveWay = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key.toLowerCase() !== 'k' && event.code !== 'KeyK')) return;
      setOpen(false);
      button.current?.focus();
    };
    window.addEventListener('keydown', giveWay, true);
    return () => window.removeEventListener('keydown', giveWay, true);
  }, [isOpen]);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      closeOnEscape={false}
      hideDetached={false}
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <ActionIcon ref={button} aria-label={t('date.choose')} size="sm" onClick={() => setOpen(!isOpen)}>
          <IconCalendar size={15} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <KeyLayer kind="dialog" shown={isOpen} onEscape={close}>
          <Suspense fallback={<div className={classes.loading} />}>
            <Calendar
              day={day}
              onChoose={(chosen) => {
                onChoose(chosen);
                close();
              }}
            />
          </Suspense>
        </KeyLayer>
      </Popover.Dropdown>
    </Popover>
  );
}
