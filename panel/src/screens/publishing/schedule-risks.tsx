import { Alert } from '../../ui/alert.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import type { Schedule } from './queries.ts';
import { useMissing } from './risk.ts';
import { calendarWords } from './words.ts';

type Missing = Schedule['missing'][number];
const possible: readonly Missing[] = ['episodes', 'video', 'captions', 'artwork'];

interface Planned {
  readonly number: number | null;
  readonly missing: readonly Missing[];
}

/** What an answer says of a schedule. */
function plannedIn(value: unknown): Planned {
  const { missing, item } = fieldsOf(value);
  const { episodeNumber } = fieldsOf(item);
  const named: readonly unknown[] = Array.isArray(missing) ? missing : [];
  return {
    number: typeof episodeNumber === 'number' ? episodeNumber : null,
    missing: possible.filter((one) => named.includes(one)),
  };
}

/** What would go live without something, by the answer to a request that schedules one thing or many. */
export function ScheduleRisks({ body }: { body: unknown }) {
  const t = useWords(calendarWords);
  const format = useFormat();
  const missingOf = useMissing();
  const all = (Array.isArray(body) ? body : [body]).map(plannedIn);
  const lacking = all.filter(({ missing }) => missing.length > 0);
  const [first] = lacking;
  if (!first) return null;
  if (all.length === 1) return <Alert tone="warning">{t('risk', { list: missingOf(first.missing) })}</Alert>;
  const lists = [...new Set(lacking.map(({ missing }) => missingOf(missing)))];
  const numbersOf = (list: string) =>
    lacking.flatMap(({ number, missing }) =>
      number !== null && missingOf(missing) === list ? format.number(number) : [],
    );
  return (
    <Alert tone="warning" title={t('risks')}>
      {lists.map((list) => (
        <div key={list}>{t('riskLine', { numbers: format.list(numbersOf(list)), list })}</div>
      ))}
    </Alert>
  );
}
