import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, done } from '../../api/client.ts';
import { useDetailSentence } from '../../api/detail-words.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { asApiError, isTransient } from '../../api/errors.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { useSession } from '../session.ts';
import classes from './review.module.css';
import { reviewWords } from './words.ts';

interface RefusalProps {
  error: unknown;
  title: string;
  /** Of the amounts that it may contain. */
  currency?: string | undefined;
  onRetry: () => void;
}

/** Why not, as a sentence. Where a fresh code is all that is missing, it can be given here. */
export function Refusal({ error, title, currency, onRetry }: RefusalProps) {
  const place = useRef<HTMLDivElement>(null);
  // It may stand below what is in sight, and the button that was pressed may be far from it.
  useEffect(() => {
    if (!error) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    (place.current?.querySelector('input') ?? place.current)?.focus({ preventScroll: true });
  }, [error]);
  return (
    <div ref={place} tabIndex={-1} className={classes.refusal}>
      {asApiError(error).code === 'step_up_required' ? (
        <StepUp onProven={onRetry} />
      ) : (
        <Reason error={error} title={title} currency={currency} onRetry={onRetry} />
      )}
    </div>
  );
}

function Reason({ error, title, currency, onRetry }: RefusalProps) {
  const t = useWords(reviewWords);
  const sentence = useErrorSentence();
  const detailSentence = useDetailSentence();
  const word = useServerWord();
  const known = asApiError(error);
  return (
    <Alert tone="danger" role="alert" title={title}>
      <div>{sentence(known, currency)}</div>
      {known.details.map((detail) => (
        <p key={detail.path + detail.message} className={classes.quiet}>
          {word('field', detail.path.split('.').at(-1) ?? '')}: {detailSentence(detail)}
        </p>
      ))}
      {isTransient(known) && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}

function StepUp({ onProven }: { onProven: () => void }) {
  const t = useWords(reviewWords);
  const { me } = useSession();
  const [otp, setOtp] = useState('');
  const prove = useMutation({
    mutationFn: () => done(api.POST('/v1/admin/auth/step-up', { body: { otp } })),
    onSuccess: onProven,
  });
  if (!me.has_second_factor) {
    return (
      <Alert tone="warning" title={t('stepUpText')}>
        {t('noFactor')} <Link to="/account">{t('toAccount')}</Link>
      </Alert>
    );
  }
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate();
      }}
    >
      <p className={classes.intro}>{t('stepUpText')}</p>
      <Group align="flex-end">
        <TextInput
          label={t('stepUp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
        />
        <Button type="submit" loading={prove.isPending} disabled={otp.trim().length < 6}>
          {t('stepUpSend')}
        </Button>
      </Group>
      <ErrorNote error={prove.error} />
    </form>
  );
}
