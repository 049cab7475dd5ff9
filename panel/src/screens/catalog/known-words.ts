import { useQuery } from '@tanstack/react-query';
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
 * anew in another spelling. Where they are not there yet a toast says so, and the answer is undefined.
 */
export function useKnownWords(): () => KnownWords | undefined {
  const { data, error, refetch } = useQuery(genresQuery);
  const toast = useToast();
  const sentence = useErrorSentence();
  const t = useWords(editorWords);
  return () => {
    if (data) return { genres: data.items, tropes: data.tropes };
    if (error) {
      void refetch();
      toast({ tone: 'danger', title: t('genresUnknown'), text: sentence(asApiError(error)) });
    } else {
      toast({ tone: 'warning', title: t('genresLoading'), text: t('genresLoadingText') });
    }
    return undefined;
  };
}
