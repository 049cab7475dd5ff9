import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | null;
  /** How many digits may stand after the point. */
  decimals: number;
  onChange: (value: number | null) => void;
}

const numberOf = (typed: string | number): number | null => {
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
};

/** A number as it is typed: `1.` and `0.50` stay on the screen, while their numbers are handed on. */
export function NumberField({ value, decimals, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | number>('');
  return (
    <NumberInput
      {...rest}
      // Out of bounds it is said to be so, and not made another number when the field is left.
      clampBehavior="none"
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      value={numberOf(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}
