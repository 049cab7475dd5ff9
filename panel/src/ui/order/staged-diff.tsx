import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/define.ts';
import { Alert } from '../alert.tsx';
import { Columns, Inline, Text } from '../box.tsx';
import { useFormat } from '../format.ts';
import { changesIn } from './order.ts';
import classes from './staged-diff.module.css';
import type { StagedList } from './use-staged-list.ts';
import { orderWords } from './words.ts';

const signs = { added: '+', removed: '−', moved: '↕', edited: '•' } as const;

interface Line {
  readonly key: string;
  readonly kind: keyof typeof signs;
  readonly text: string;
}

interface DiffOptions<Entry> {
  readonly keyOf: (entry: Entry) => string;
  readonly nameOf: (entry: Entry) => string;
  /** What else is other than it was, in words. */
  readonly editOf?: (before: Entry, after: Entry) => string | undefined;
}

/** What is staged, line by line, and in a few words. */
export function useStagedDiff<Entry>() {
  const t = useWords(orderWords);
  const format = useFormat();
  return ({ base, entries }: Pick<StagedList<Entry>, 'base' | 'entries'>, options: DiffOptions<Entry>) => {
    const { keyOf, nameOf, editOf } = options;
    const before = new Map(base.map((entry) => [keyOf(entry), entry]));
    const names = new Map([...base, ...entries].map((entry) => [keyOf(entry), nameOf(entry)]));
    const number = (place: number | null) => format.number(place ?? 0);
    const ordered: Line[] = changesIn(base.map(keyOf), entries.map(keyOf)).map(({ kind, key, from, to }) => ({
      key: `${kind} ${key}`,
      kind,
      text: t(`change.${kind}`, { name: names.get(key) ?? '', from: number(from), to: number(to) }),
    }));
    const edited: Line[] = entries.flatMap((entry) => {
      const old = before.get(keyOf(entry));
      const text = old && editOf?.(old, entry);
      return text ? [{ key: `edited ${keyOf(entry)}`, kind: 'edited', text }] : [];
    });
    const lines = [...ordered, ...edited];
    const kinds = (['added', 'removed', 'moved', 'edited'] as const).map((kind) => ({
      kind,
      count: lines.filter((line) => line.kind === kind).length,
    }));
    const counted = kinds.filter(({ count }) => count > 0).map(({ kind, count }) => t(`count.${kind}`, { count }));
    return { lines, summary: format.list(counted) };
  };
}

/** The changes that wait to be applied. */
export function StagedLines({ label, lines }: { label: string; lines: readonly Line[] }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map(({ key, kind, text }) => (
        <li key={key} data-kind={kind}>
          <span aria-hidden>{signs[kind]}</span>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface OrderConflictProps<Entry> {
  staged: StagedList<Entry>;
  keyOf: (entry: Entry) => string;
  show: (entry: Entry) => ReactNode;
}

/** What someone else has saved meanwhile beside what is staged here. Nothing is lost before one chose. */
export function OrderConflict<Entry>({ staged, keyOf, show }: OrderConflictProps<Entry>) {
  const t = useWords(orderWords);
  const { theirs, entries } = staged;
  if (theirs === null) return null;
  const lists = [
    { name: t('conflict.theirs'), list: theirs },
    { name: t('conflict.yours'), list: entries },
  ];
  return (
    <Alert tone="warning" role="alert" title={t('conflict.title')}>
      <p>{t('conflict.text')}</p>
      <Columns className={classes.versions} min="sm">
        {lists.map(({ name, list }) => (
          <section key={name} aria-label={name}>
            <Text as="h3" size="sm" mb="2xs">
              {name}
            </Text>
            {list.length === 0 && <p>{t('conflict.empty')}</p>}
            <ol className={classes.version}>
              {list.map((entry) => (
                <li key={keyOf(entry)}>{show(entry)}</li>
              ))}
            </ol>
          </section>
        ))}
      </Columns>
      <Inline align="stretch" wraps>
        <Button variant="default" onClick={staged.discard}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button variant="default" onClick={staged.rebase}>
          {t('conflict.reapply')}
        </Button>
      </Inline>
    </Alert>
  );
}
