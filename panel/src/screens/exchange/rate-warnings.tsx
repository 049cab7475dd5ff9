import type { Schema } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { Rows } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { exchangeWords } from './words.ts';

type Warning = Schema<'ExchangeRateWarning'>;

const isWarning = (value: unknown): value is Warning => typeof value === 'object' && value !== null && 'code' in value;

function warningsIn(body: unknown): Warning[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return Array.isArray(body.warnings) ? body.warnings.filter(isWarning) : [];
}

/** Rates that are unlike those of other days, in the reply to a dry run. */
export function RateWarnings({ body }: { body: unknown }) {
  const t = useWords(exchangeWords);
  const format = useFormat();
  const warnings = warningsIn(body);
  if (warnings.length === 0) return null;
  return (
    <Alert tone="warning">
      <Rows>
        {warnings.map(({ currency, day, usdPerUnit, closest }) => {
          const shown = { currency, day: format.date(day), rate: usdPerUnit };
          const text = closest === null ? t('unusual.first', shown) : t('unusual.rate', { ...shown, closest });
          return <li key={currency}>{text}</li>;
        })}
      </Rows>
    </Alert>
  );
}
