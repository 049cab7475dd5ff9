import { useFormat } from '../ui/format.ts';
import { defineWords, type Key, useWords, type Values } from '../words/define.ts';
import { useServerWord } from '../words/server.ts';
import { ApiError, type ErrorCode, type LocalCode } from './errors.ts';
import en from './words/errors.en.json';

/** The compiler's check: a code of the contract without a sentence stops the build here. */
export const everyCodeHasASentence: Readonly<Record<ErrorCode | LocalCode, string>> = en;

const words = defineWords('errors', en, {
  ar: () => import('./words/errors.ar.json'),
  id: () => import('./words/errors.id.json'),
});

/** Whether there is a sentence for it. */
export const isKnownError = (code: string): code is Key<typeof en> => Object.hasOwn(en, code);

const megabytes = (bytes: unknown): number => (typeof bytes === 'number' ? Math.round(bytes / 1e5) / 10 : 0);

/** The one way in which an error becomes words: what happened and the next step, in the operator's language. */
export function useErrorSentence(): (error: ApiError) => string {
  const t = useWords(words);
  const word = useServerWord();
  const { list } = useFormat();
  const textOf = (value: unknown): string | number => {
    if (typeof value === 'number' || typeof value === 'string') return value;
    return Array.isArray(value) ? list(value.map((one) => String(textOf(one)))) : '';
  };
  return (error) => {
    const { required, status, currentState, maxBytes, problem, ...rest } = error.extras;
    const values: Record<string, string | number> = { maxMb: megabytes(maxBytes) };
    for (const [name, value] of Object.entries(rest)) values[name] = textOf(value);
    if (Array.isArray(required)) values.required = list(required.map((name) => word('permission', String(name))));
    if (typeof problem === 'string')
      values.problem = word(error.code === 'invalid_csv' ? 'csvProblem' : 'captionProblem', problem, problem);
    if (typeof status === 'string') values.status = word('status', status);
    if (typeof currentState === 'string') values.currentState = word('status', currentState);
    return t(isKnownError(error.code) ? error.code : 'unknown_error', values satisfies Values);
  };
}

/** Why something failed that the service did by itself, by the code that was kept of it. */
export function useFailureSentence(): (code: string) => string {
  const sentence = useErrorSentence();
  return (code) =>
    code === 'internal_error' || !isKnownError(code)
      ? sentence(new ApiError('failed_unattended', 0))
      : sentence(new ApiError(code, 0, { currentState: '–' }));
}
