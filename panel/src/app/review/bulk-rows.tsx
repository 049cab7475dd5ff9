import { Button } from '@mantine/core';
import { useState } from 'react';
import { useErrorSentence } from '../../api/error-words.ts';
import { type ApiError, isOutcomeUnknown } from '../../api/errors.ts';
import { Inline, Note } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconAlertTriangle, IconCheck } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { Picture, usePictures } from '../pictures.tsx';
import { BulkSummary } from './bulk-summary.tsx';
import { type BulkItem, type BulkOutcome, type BulkRequest, countThings, type DryRunResult } from './request.ts';
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

/** More rows may need to scroll, and what scrolls must be reachable from the keyboard. */
const rowsInView = 2;

/** As many as one reads; those that something is wrong with stand there besides. */
const fewRows = 6;

const isWrong = (state: RowState): boolean => state === 'refused' || state === 'failed' || state === 'unknown';

/** Each of many with what it would do, or why not; afterwards with what came of it. */
export function BulkRows({ items, previews, outcome, notice }: BulkRowsProps) {
  const t = useWords(reviewWords);
  const [isWhole, setWhole] = useState(false);
  const pictureOf = usePictures(items.map(({ picture }) => picture?.assetId ?? null));
  const rows = items.map((item) => ({ item, state: stateOf(previews.get(item.id), outcome, item.id) }));
  const countOf = (state: RowState) => countThings(rows.filter((row) => row.state === state).map(({ item }) => item));
  const summary = counted
    .filter((state) => countOf(state) > 0)
    .map((state) => t(`many.${state}`, { count: countOf(state) }));
  const shown = rows.filter(({ state }, index) => isWhole || index < fewRows || isWrong(state));
  const more = rows.length - shown.length;
  return (
    <section aria-label={t('many.rows')} className={classes.many}>
      <Note weight="medium" mb="sm" role="status">
        {summary.join(' · ')}
      </Note>
      <ul className={classes.rows} {...(shown.length > rowsInView && { tabIndex: 0 })}>
        {shown.map(({ item, state }) => (
          <BulkRow
            key={item.id}
            item={item}
            src={pictureOf(item.picture?.assetId ?? null)}
            state={state}
            preview={previews.get(item.id)}
            error={outcome?.get(item.id) ?? null}
            notice={notice}
          />
        ))}
        {more > 0 && (
          <li className={classes.more}>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setWhole(true)}>
              {t('many.more', { count: more })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

interface BulkRowProps extends Pick<BulkRowsProps, 'notice'> {
  item: BulkItem;
  /** Where its picture is. */
  src: string | undefined;
  state: RowState;
  preview: DryRunResult | undefined;
  error: ApiError | null;
}

function BulkRow({ item, src, state, preview, error, notice }: BulkRowProps) {
  const { label, picture } = item;
  return (
    <li className={classes.manyRow} data-refused={isWrong(state) || undefined}>
      <span className={classes.sign} aria-hidden>
        {isWrong(state) ? <IconAlertTriangle size={14} /> : state === 'done' && <IconCheck size={14} />}
      </span>
      <Inline as="span" weight="medium">
        {picture && <Picture src={src} shape={picture.shape} />}
        <bdi>{label}</bdi>
      </Inline>
      <div className={classes.quiet}>
        <RowText item={item} state={state} preview={preview} error={error} />
      </div>
      {state === 'ready' && preview && !(preview instanceof Error) && notice?.(preview.body)}
    </li>
  );
}

function RowText({ item, state, preview, error }: Pick<BulkRowProps, 'item' | 'state' | 'preview' | 'error'>) {
  const t = useWords(reviewWords);
  if (state === 'done') return t('many.rowDone');
  if (state === 'unknown' && !(error && isPerhapsDone(error))) return t('many.rowUnknown');
  if (state === 'notSent') return t('many.rowNotSent');
  const refusal = error ?? (preview instanceof Error ? preview : null);
  if (refusal) return <Sentence error={refusal} />;
  return <BulkSummary preview={preview} shows={item.instead?.shows} names={item.names} />;
}

/** The last name in a path: a place in a list and a language say nothing by themselves. */
const fieldIn = (path: string): string =>
  path.split('.').findLast((part) => part !== '' && !/^(?:\d+|en|ar|id)$/.test(part)) ?? path;

function Sentence({ error }: { error: ApiError }) {
  const sentence = useErrorSentence();
  const word = useServerWord();
  const format = useFormat();
  const faults = error.details.map(({ path, message }) => `${word('field', fieldIn(path))}: ${message}`);
  return faults.length > 0 ? `${sentence(error)} (${format.list(faults)})` : sentence(error);
}
