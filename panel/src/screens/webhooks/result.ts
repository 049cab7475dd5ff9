import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import type { WebhookEvent } from './queries.ts';
import { webhookWords } from './words.ts';

type Failure = keyof typeof webhookWords.en.failures;

export const isFailure = (word: unknown): word is Failure =>
  typeof word === 'string' && Object.hasOwn(webhookWords.en.failures, word);

/** Why a message could not be processed. */
export function useFailureWord(): (failure: string) => string {
  const t = useWords(webhookWords);
  return (failure) => t(isFailure(failure) ? `failures.${failure}` : 'failures.unexpected');
}

const moved = /^(\w+) to (\w+)(; not linked: )?/;
const already = /^the asset is (\w+) already$/;

/** What became of a message, in the operator's language; what has no words yet is shown as the server says it. */
export function useResult(): (event: Pick<WebhookEvent, 'outcome' | 'detail' | 'lastError'>) => string {
  const t = useWords(webhookWords);
  const word = useServerWord();
  return ({ outcome, detail, lastError }) => {
    if (outcome === 'failed' && lastError !== null) return t(`failures.${lastError}`);
    if (detail === null) return '–';
    if (detail === 'no asset has this providerId') return t('results.noFile');
    if (detail === 'the asset is deleted') return t('results.deleted');
    const [, status] = already.exec(detail) ?? [];
    if (status) return t('results.already', { status: word('status', status) });
    const [, from, to, notLinked] = moved.exec(detail) ?? [];
    if (!from || !to) return detail;
    const states = { from: word('status', from), to: word('status', to) };
    return t(notLinked ? 'results.notLinked' : 'results.moved', states);
  };
}

/** A message that was processed as it should be, and whose news is that something failed. */
export const reportsFailure = ({ outcome, payload }: Pick<WebhookEvent, 'outcome' | 'payload'>): boolean =>
  outcome === 'applied' && payload?.status === 'failed';
