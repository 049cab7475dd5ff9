import { useErrorSentence } from '../../api/error-words.ts';
import { type ApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { fieldsOf } from '../../ui/diff.tsx';
import { IconAlertTriangle, IconCheck } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useShortValueName } from './effects-view.tsx';
import type { BulkItem, BulkOutcome, BulkRequest, DryRunResult } from './request.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface BulkRowsProps {
  items: readonly BulkItem[];
  previews: ReadonlyMap<string, DryRunResult>;
  /** What came of them, once they were sent. */
  outcome: BulkOutcome | undefined;
  notice: BulkRequest['notice'];
}

/** Refused after an earlier attempt that was not answered: that one may be why. */
const isPerhapsDone = ({ code }: ApiError): boolean => code === 'perhaps_done';

type RowState = 'ready' | 'refused' | 'done' | 'failed' | 'unknown' | 'notSent';

function stateOf(preview: DryRunResult | undefined, outcome: BulkOutcome | undefined, id: string): RowState {
  const result = outcome?.get(id);
  if (result === null) return 'done';
  if (result) return isOutcomeUnknown(result) || isPerhapsDone(result) ? 'unknown' : 'failed';
  if (preview instanceof Error) return outcome ? 'failed' : 'refused';
  return outcome ? 'notSent' : 'ready';
}

const counted = ['ready', 'refused', 'done', 'failed', 'unknown', 'notSent'] as const;

/** Each of many with what it would do, or why not; afterwards with what came of it. */
export function BulkRows({ items, previews, outcome, notice }: BulkRowsProps) {
  const t = useWords(reviewWords);
  const states = new Map(items.map(({ id }) => [id, stateOf(previews.get(id), outcome, id)]));
  const countOf = (state: RowState) => [...states.values()].filter((one) => one === state).length;
  const summary = counted
    .filter((state) => countOf(state) > 0)
    .map((state) => t(`many.${state}`, { count: countOf(state) }));
  return (
    <section aria-label={t('many.rows')} className={classes.many}>
      <p className={classes.heading} role="status">
        {summary.join(' · ')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <ul className={classes.rows} tabIndex={0}>
        {items.map((item) => (
          <BulkRow
            key={item.id}
            item={item}
            state={states.get(item.id) ?? 'ready'}
            preview={previews.get(item.id)}
            error={outcome?.get(item.id) ?? null}
            notice={notice}
          />
        ))}
      </ul>
    </section>
  );
}

interface BulkRowProps extends Pick<BulkRowsProps, 'notice'> {
  item: BulkItem;
  state: RowState;
  preview: DryRunResult | undefined;
  error: ApiError | null;
}

function BulkRow({ item: { label, instead }, state, preview, error, notice }: BulkRowProps) {
  const isWrong = state === 'refused' || state === 'failed' || state === 'unknown';
  return (
    <li className={classes.manyRow} data-refused={isWrong || undefined}>
      <span className={classes.sign} aria-hidden>
        {isWrong ? <IconAlertTriangle size={14} /> : state === 'done' && <IconCheck size={14} />}
      </span>
      <span className={classes.manyLabel}>
        <bdi>{label}</bdi>
      </span>
      <span className={classes.quiet}>
        <RowText state={state} preview={preview} error={error} shows={instead?.shows} />
      </span>
      {state === 'ready' && preview && !(preview instanceof Error) && notice?.(preview.body)}
    </li>
  );
}

interface RowTextProps extends Pick<BulkRowProps, 'state' | 'preview' | 'error'> {
  shows: Fields | undefined;
}

function RowText({ state, preview, error, shows }: RowTextProps) {
  const t = useWords(reviewWords);
  if (state === 'done') return t('many.rowDone');
  if (state === 'unknown' && !(error && isPerhapsDone(error))) return t('many.rowUnknown');
  if (state === 'notSent') return t('many.rowNotSent');
  const refusal = error ?? (preview instanceof Error ? preview : null);
  return refusal ? <Sentence error={refusal} /> : <Summary preview={preview} shows={shows} />;
}

function Sentence({ error }: { error: ApiError }) {
  const sentence = useErrorSentence();
  const [detail] = error.details;
  return detail ? `${sentence(error)} (${detail.path}: ${detail.message})` : sentence(error);
}

const longestList = 4;

/** What one of many changes, in a line. */
function Summary({ preview, shows }: { preview: DryRunResult | undefined; shows: Fields | undefined }) {
  const t = useWords(reviewWords);
  const word = useServerWord();
  const valueName = useShortValueName();
  if (!preview || preview instanceof Error) return null;
  const changes: readonly unknown[] = preview.effects.changes;
  const lines = changes.flatMap((change) => {
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
  return lines.length > 0 ? lines.join(' · ') : t('many.nothing');
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
