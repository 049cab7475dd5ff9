import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError } from '../../api/errors.ts';
import type { ApprovalDetail } from './queries.ts';

/** Why it would be refused now, in the words of every other refusal. */
export function useRefusal({ refusedNow }: ApprovalDetail): string | null {
  const sentence = useErrorSentence();
  if (!refusedNow) return null;
  const { statusCode, error, ...extras } = refusedNow;
  // The list of the server's words for this leaves out figures; a gap reads better than their name.
  return sentence(new ApiError(error, statusCode, extras)).replace(/\{\{\w+\}\}/g, '…');
}
