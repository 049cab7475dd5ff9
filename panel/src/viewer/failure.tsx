import { asApiError } from '../api/errors.ts';
import { useLanguage, useWords } from '../words/define.ts';
import { viewerWords } from './words.ts';

interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

const known = ['no_answer', 'not_found', 'rate_limited', 'user_suspended', 'user_banned', 'user_deleted'] as const;

/** Why nothing is shown, in a sentence. */
export function Failure({ error, retry }: FailureProps) {
  const t = useWords(viewerWords);
  const language = useLanguage();
  const { code, extras } = asApiError(error);
  const name = known.find((one) => one === code) ?? 'other';
  const until = typeof extras.suspendedUntil === 'string' ? new Date(extras.suspendedUntil) : undefined;
  const time = until && new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(until);
  return (
    <div className="failure" role="alert">
      <p>{time === undefined ? t(`failure.${name}`) : t('failure.suspendedUntil', { time })}</p>
      {retry ? (
        <button type="button" onClick={retry}>
          {t('retry')}
        </button>
      ) : null}
    </div>
  );
}
