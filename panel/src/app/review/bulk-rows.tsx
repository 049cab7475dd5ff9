import { useErrorSentence } from '../../api/error-words.ts';
import type { ApiError } from '../../api/errors.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { IconAlertTriangle, IconCheck } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useShortValueName } from './effects-view.tsx';
import type { BulkItem, BulkOutcome, BulkRequest, Look } from './request.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface BulkRowsProps {
  items: readonly BulkItem[];
  looks: ReadonlyMap<string, Look>;
  /** What came of them, once they were done. */
  outcome: BulkOutcome | undefined;
  notice: BulkRequest['notice'];
}

/** Each of many with what it would do, or why not; afterwards with what came of it. */
export function BulkRows({ items, looks, outcome, notice }: BulkRowsProps) {
  const t = useWords(reviewWords);
  const rows = items.map(({ id, label, instead }) => {
    const look = looks.get(id);
    return {
      id,
      label,
      look,
      shows: instead?.shows,
      refusal: refusalOf(look, outcome?.get(id)),
      isDone: outcome?.get(id) === null,
    };
  });
  const refused = rows.filter(({ refusal }) => refusal !== null).length;
  const told = [
    rows.length > refused && t(outcome ? 'many.done' : 'many.ready', { count: rows.length - refused }),
    refused > 0 && t(outcome ? 'many.failed' : 'many.refused', { count: refused }),
  ];
  return (
    <section aria-label={t('many.rows')} className={classes.many}>
      <p className={classes.heading} role="status">
        {told.filter(Boolean).join(' · ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <ul className={classes.rows} tabIndex={0}>
        {rows.map(({ id, label, look, shows, refusal, isDone }) => (
          <li key={id} className={classes.manyRow} data-refused={refusal !== null || undefined}>
            <span className={classes.sign} aria-hidden>
              {refusal ? <IconAlertTriangle size={14} /> : isDone && <IconCheck size={14} />}
            </span>
            <span className={classes.manyLabel}>
              <bdi>{label}</bdi>
            </span>
            <span className={classes.quiet}>
              {refusal ? (
                <Sentence error={refusal} />
              ) : isDone ? (
                t('many.rowDone')
              ) : (
                <Summary look={look} shows={shows} />
              )}
            </span>
            {refusal === null && look && !(look instanceof Error) && notice?.(look.body)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function refusalOf(look: Look | undefined, came: ApiError | null | undefined): ApiError | null {
  if (came !== undefined) return came;
  return look instanceof Error ? look : null;
}

function Sentence({ error }: { error: ApiError }) {
  const sentence = useErrorSentence();
  const [detail] = error.details;
  return detail ? `${sentence(error)} (${detail.path}: ${detail.message})` : sentence(error);
}

const longestList = 4;

/** What one of many changes, in a line. */
function Summary({ look, shows }: { look: Look | undefined; shows: Fields | undefined }) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const valueName = useShortValueName();
  if (!look || look instanceof Error) return null;
  const changes: readonly unknown[] = look.effects.changes;
  const parts = changes.flatMap((change) => {
    const { before, after } = fieldsOf(change);
    const [old, fresh] = differing(fieldsOf(before), { ...fieldsOf(after), ...shows });
    const show = (field: string, value: unknown) => valueName(field, value) ?? textOf(value);
    const names = Object.keys(fresh).filter((name) => !isBlank(fresh[name]) || !isBlank(old[name]));
    return names.slice(0, longestList).map((name) => {
      const value =
        name in old
          ? t('many.becomes', { before: show(name, old[name]), after: show(name, fresh[name]) })
          : show(name, fresh[name]);
      return `${word('field', name)}: ${value}`;
    });
  });
  return parts.length > 0 ? parts.join(' · ') : t('many.nothing');
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Fields = Readonly<Record<string, unknown>>;

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
