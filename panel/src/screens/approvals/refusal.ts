import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError } from '../../api/errors.ts';
import type { ApprovalDetail } from './queries.ts';

/** Of the amount that a refund gives back. */
export const currencyOf = ({ currency }: ApprovalDetail['target']): string | undefined =>
  typeof currency === 'string' ? currency : undefined;

/** Why it would be refused now, in the words of every other refusal. */
export function useRefusal({ refusedNow, target }: ApprovalDetail): string | null {
  const sentence = useErrorSentence();
  if (!refusedNow) return null;
  const { statusCode, error, ...extras } = refusedNow;
  // The list of the server's words for this leaves out figures; a gap reads better than their name.
  return sentence(new ApiError(error, statusCode, extras), currencyOf(target)).replace(/\{\{\w+\}\}/g, '…');
}
