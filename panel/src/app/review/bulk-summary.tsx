import { Stack } from '../../ui/box.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { isIdField } from './fields-shown.ts';
import type { DryRunResult } from './request.ts';
import { useShortValueName } from './value-name.ts';
import { reviewWords } from './words.ts';

const longestList = 4;
const mostChanges = 3;

type Fields = Readonly<Record<string, unknown>>;

interface BulkSummaryProps {
  preview: DryRunResult | undefined;
  /** What the real change has otherwise than the one that was looked at. */
  shows: Fields | undefined;
  /** What the things that change are called, where there are several. */
  names: ReadonlyMap<string, string> | undefined;
}

/** What one of many changes, in a line. */
export function BulkSummary({ preview, shows, names }: BulkSummaryProps) {
  const t = useWords(reviewWords);
  const lineOf = useChangeLine(shows);
  if (!preview || preview instanceof Error) return null;
  const lines = preview.effects.changes.flatMap((change) => {
    const line = lineOf(change);
    const name = names?.get(change.id);
    return line === '' ? [] : [name === undefined ? line : `${name}: ${line}`];
  });
  if (names && lines.length > 0) return <NamedLines lines={lines} />;
  const more = lines.length - mostChanges;
  const shown = [...lines.slice(0, mostChanges), ...(more > 0 ? [t('many.moreChanges', { count: more })] : [])];
  return shown.length > 0 ? shown.join(' · ') : t('many.nothing');
}

/** Several things that are changed as one, each on a line. */
function NamedLines({ lines }: { lines: readonly string[] }) {
  return (
    <Stack as="ul" gap="3xs">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </Stack>
  );
}

function useChangeLine(shows: Fields | undefined): (change: unknown) => string {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const valueName = useShortValueName();
  const show = (field: string, fields: Fields) => valueName(field, fields[field], fields) ?? textOf(fields[field]);
  return (change) => {
    const { before, after } = fieldsOf(change);
    const [old, fresh] = differing(fieldsOf(before), { ...fieldsOf(after), ...shows });
    const names = Object.keys(fresh).filter(
      (name) => !isIdField(name, old[name], fresh[name]) && !isSame(old[name], fresh[name]),
    );
    const parts = names.slice(0, longestList).map((name) => {
      const value =
        name in old ? t('many.becomes', { before: show(name, old), after: show(name, fresh) }) : show(name, fresh);
      return `${word('field', name)}: ${value}`;
    });
    return parts.join(' · ');
  };
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isSame = (old: unknown, fresh: unknown): boolean =>
  (isBlank(old) && isBlank(fresh)) || JSON.stringify(old) === JSON.stringify(fresh);

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : '…';
}

/** Of translations only the languages that differ are worth a line; every other field stays as it is. */
function differing(old: Fields, fresh: Fields): [Fields, Fields] {
  const only = (mine: Fields, theirs: Fields) =>
    Object.fromEntries(
      Object.entries(mine).map(([name, value]) => {
        if (!name.endsWith('I18n') || !(name in theirs)) return [name, value];
        const others = fieldsOf(theirs[name]);
        return [name, Object.fromEntries(Object.entries(fieldsOf(value)).filter(([key, one]) => one !== others[key]))];
      }),
    );
  return [only(old, fresh), only(fresh, old)];
}
