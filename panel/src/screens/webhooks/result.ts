import { useWords } from '../../words/define.ts';
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

/**
 * What became of a message that was processed, in the operator's language. Without a code the server's own English is all
 * that is known: which fields of a malformed message are wrong, or what an earlier release stored.
 */
export function useDetailText(): (event: Pick<WebhookEvent, 'detail' | 'detailCode'>) => string | null {
  const t = useWords(webhookWords);
  return ({ detail, detailCode }) => (detailCode === null ? detail : t(`details.${detailCode}`));
}

/** What became of a message. */
export function useResult(): (event: Pick<WebhookEvent, 'outcome' | 'detail' | 'detailCode' | 'lastError'>) => string {
  const t = useWords(webhookWords);
  const detailText = useDetailText();
  return ({ outcome, lastError, ...event }) =>
    outcome === 'failed' && lastError !== null ? t(`failures.${lastError}`) : (detailText(event) ?? '–');
}

/** A message that was processed as it should be, and whose news is that something failed. */
export const reportsFailure = ({ outcome, payload }: Pick<WebhookEvent, 'outcome' | 'payload'>): boolean =>
  outcome === 'applied' && payload?.status === 'failed';
