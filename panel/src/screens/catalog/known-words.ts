import { useQueryClient } from '@tanstack/react-query';
import { useErrorSentence } from '../../api/error-words.ts';
import { asApiError } from '../../api/errors.ts';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/define.ts';
import { editorWords } from './editor-words.ts';
import { genresQuery, type KnownWords } from './genres.ts';

/** For who sends no genre and no trope. */
export const noWords: KnownWords = { genres: [], tropes: [] };

/**
 * The genres and tropes that there are, for who is about to send one: without them, what is there already would be made
 * anew in another spelling. Where they cannot be had a toast says so, and the answer is undefined.
 */
export function useKnownWords(): () => Promise<KnownWords | undefined> {
  const client = useQueryClient();
  const toast = useToast();
  const sentence = useErrorSentence();
  const t = useWords(editorWords);
  return async () => {
    try {
      return await client.query({ ...genresQuery, staleTime: 'static' });
    } catch (error) {
      toast({ tone: 'danger', title: t('genresUnknown'), text: sentence(asApiError(error)) });
      return undefined;
    }
  };
}
