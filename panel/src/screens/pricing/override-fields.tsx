import { NumberInput } from '@mantine/core';
import { DateField, unreadableDate } from '../../ui/date/date-field.tsx';
import { useWords } from '../../words/define.ts';
import { momentOf } from './moments.ts';
import { pricingWords } from './words.ts';

export interface Typed {
  readonly coins: number | '';
  /** As the fields hold them; '' for now and for no end, which text that is no date does not mean. */
  readonly from: string;
  readonly to: string;
}

/** What is wrong with what was typed; undefined where it can be sent. */
export function faultOf({ coins, from, to }: Typed): 'coins' | 'date' | 'window' | undefined {
  if (coins === '') return 'coins';
  if ([from, to].includes(unreadableDate)) return 'date';
  const [begin, end] = [momentOf(from) ?? new Date().toISOString(), momentOf(to)];
  return end !== undefined && end <= begin ? 'window' : undefined;
}

interface OverrideFieldsProps {
  typed: Typed;
  onType: (typed: Typed) => void;
  /** Where it has begun, the first moment is no longer asked for as now. */
  fromHint: string;
}

const maxCoins = 100_000;

/** How much it costs, and when. */
export function OverrideFields({ typed, onType, fromHint }: OverrideFieldsProps) {
  const t = useWords(pricingWords);
  return (
    <>
      <NumberInput
        required
        withAsterisk={false}
        label={t('form.coins')}
        description={t('form.coinsHint')}
        min={0}
        max={maxCoins}
        allowDecimal={false}
        value={typed.coins}
        onChange={(coins) => onType({ ...typed, coins: typeof coins === 'number' ? coins : '' })}
      />
      <DateField
        withTime
        label={t('form.from')}
        description={fromHint}
        value={typed.from}
        onChange={(from) => onType({ ...typed, from })}
      />
      <DateField
        withTime
        label={t('form.to')}
        description={t('form.toHint')}
        error={faultOf(typed) === 'window' && t('form.reversed')}
        value={typed.to}
        onChange={(to) => onType({ ...typed, to })}
      />
    </>
  );
}
