import { asApiError } from '../api/errors.ts';
import { useWords } from '../words/define.ts';
import { viewerWords } from './words.ts';

interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

const known = ['no_answer', 'not_found', 'rate_limited', 'user_suspended', 'user_banned'] as const;

/** Why nothing is shown, in a sentence. */
export function Failure({ error, retry }: FailureProps) {
  const t = useWords(viewerWords);
  const { code } = asApiError(error);
  const name = known.find((one) => one === code) ?? 'other';
  return (
    <div className="failure" role="alert">
      <p>{t(`failure.${name}`)}</p>
      {retry ? (
        <button type="button" onClick={retry}>
          {t('retry')}
        </button>
      ) : null}
    </div>
  );
}
