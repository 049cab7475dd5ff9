import { useProductCalled } from '../../app/bought.ts';
import { signOf, useFormat } from '../../ui/format.ts';
import { readable, useWords } from '../../words/define.ts';
import { useReasonWord } from '../../words/server.ts';
import { coinWords } from './coin-words.ts';
import classes from './users.module.css';

const known = coinWords.en;
type Reason = keyof typeof known.reason;
type Cause = keyof typeof known.cause;
type Wallet = keyof typeof known.wallet;

const isReason = (word: string): word is Reason => Object.hasOwn(known.reason, word);
const isCause = (word: string): word is Cause => Object.hasOwn(known.cause, word);
export const isWallet = (word: string): word is Wallet => Object.hasOwn(known.wallet, word);

/** What coins moved for, as people say it: the ledger's own reasons, and the tags that admins write. */
export function useCoinWords() {
  const t = useWords(coinWords);
  const reasonWord = useReasonWord();
  return {
    reason: (word: string): string => (isReason(word) ? t(`reason.${word}`) : reasonWord(word)),
    cause: (word: string): string => (isCause(word) ? t(`cause.${word}`) : readable(word)),
    wallet: (word: string): string => (isWallet(word) ? t(`wallet.${word}`) : readable(word)),
  };
}

/** What else coins moved for: the code of a promo, a package by its coins, a subscription by its name. */
export function useCauseName(): (label: string, bought: unknown) => string {
  const called = useProductCalled();
  return (label, bought) => (bought ? called(label, bought) : label);
}

/** Coins in or out: the sign says which, and the colour says it again. */
export function Coins({ amount }: { amount: number }) {
  const format = useFormat();
  return (
    <bdi className={classes.coins} data-sign={signOf(amount)}>
      {format.signed(amount)}
    </bdi>
  );
}
