import { useHint } from '../../ui/hint.tsx';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import type { Transaction } from './queries.ts';
import classes from './transactions.module.css';
import { transactionWords } from './words.ts';

export type MarkName = keyof typeof transactionWords.en.marks;

const tones: Readonly<Record<MarkName, Tone>> = { sandbox: 'info', family: 'info', disputed: 'danger' };

type Marked = Partial<Pick<Transaction, 'environment' | 'isFamilyShared' | 'disputedAt' | 'disputeClosedAt'>> & {
  readonly status?: string;
};

/** What sets a payment apart from those that are revenue. The payment of a lost dispute is refunded. */
export const marksOf = ({ environment, isFamilyShared, disputedAt, disputeClosedAt, status }: Marked): MarkName[] => [
  ...(environment === 'sandbox' ? (['sandbox'] as const) : []),
  ...(isFamilyShared === true ? (['family'] as const) : []),
  ...(disputedAt && !disputeClosedAt && status !== 'refunded' ? (['disputed'] as const) : []),
];

export const PaymentMarks = ({ of }: { of: Marked }) =>
  marksOf(of).map((name) => <PaymentMark key={name} name={name} />);

/** The mark in a word; a tooltip says what it means for revenue. */
export function PaymentMark({ name }: { name: MarkName }) {
  const t = useWords(transactionWords);
  const { hint, events } = useHint(t(`marks.${name}.text`));
  return (
    <>
      <span className={classes.mark} {...events}>
        <StatusPill tone={tones[name]}>{t(`marks.${name}.name`)}</StatusPill>
      </span>
      {hint}
    </>
  );
}

/** What the marks mean, spelled out where there is room for it. */
export function MarkTexts({ of }: { of: Marked }) {
  const t = useWords(transactionWords);
  return marksOf(of).map((name) => (
    <p key={name} className={classes.markText}>
      {t(`marks.${name}.text`)}
    </p>
  ));
}
