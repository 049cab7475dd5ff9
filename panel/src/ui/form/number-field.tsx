import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useWords } from '../../words/define.ts';
import { localeOf, useFormat } from '../format.ts';
import { IconChevronDown } from '../icons.ts';
import { uiWords } from '../words.ts';
import classes from './form.module.css';
import { numberText, parseNumber } from './parse-number.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  value: number | null;
  /** What was typed and is no number; the value is then null. */
  unread: string | undefined;
  min: number;
  max: number;
  /** How many digits may stand after the point. */
  decimals: number;
  onChange: (value: number | null, unread?: string) => void;
}

/** A number as it is typed: `1.` and `0.50` stay on the screen, and what is no number is said and never made another. */
export function NumberField({ value, unread, min, max, decimals, onChange, error, ...rest }: NumberFieldProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const locale = localeOf[useLanguage()];
  const [typed, setTyped] = useState('');
  const read = (text: string) => parseNumber(text, decimals, locale);
  const readable = read(typed) === value ? typed : value === null ? '' : numberText(value, locale);
  const text = unread ?? readable;
  const found = read(text);
  const example = format.number(decimals > 0 ? 1234.5 : 1234);
  const set = (next: string) => {
    const number = read(next);
    setTyped(next);
    if (typeof number === 'string') onChange(null, next);
    else onChange(number);
  };
  const step = (by: number) => {
    const next = Number(((value ?? 0) + by).toFixed(decimals));
    set(numberText(Math.min(max, Math.max(min, next)), locale));
  };
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={text}
      error={typeof found === 'string' ? t(`number.${found}`, { example, decimals }) : error}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        step(event.key === 'ArrowUp' ? 1 : -1);
      }}
      rightSectionPointerEvents="all"
      rightSection={!rest.disabled && <Steps onStep={step} />}
    />
  );
}

type WholeNumberFieldProps = Omit<NumberFieldProps, 'unread' | 'decimals' | 'onChange'> & {
  onChange: (value: number | null) => void;
};

/** A whole number that is no field of a schema form. What is typed stays, and says what is wrong with it. */
export function WholeNumberField({ value, min, max, error, onChange, ...rest }: WholeNumberFieldProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const [unread, setUnread] = useState<string>();
  const isOutside = value !== null && (value < min || value > max);
  const range = t('form.range', { min: format.number(min), max: format.number(max) });
  return (
    <NumberField
      {...rest}
      value={value}
      min={min}
      max={max}
      decimals={0}
      unread={value === null ? unread : undefined}
      error={error || (isOutside && range)}
      onChange={(next, text) => {
        setUnread(text);
        onChange(next);
      }}
    />
  );
}

/** For the mouse; the keyboard has its arrows. */
function Steps({ onStep }: { onStep: (by: number) => void }) {
  return (
    <span className={classes.steps} aria-hidden>
      {[1, -1].map((by) => (
        <button key={by} type="button" tabIndex={-1} data-up={by > 0 || undefined} onClick={() => onStep(by)}>
          <IconChevronDown size={12} stroke={1.75} />
        </button>
      ))}
    </span>
  );
}
