import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { useFormat } from '../ui/format.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { useWords } from '../words/define.ts';
import { sessionsQuery } from './session.ts';
import classes from './shell.module.css';
import { shellWords } from './words.ts';

const warnMs = 10 * 60 * 1000;

/** When this session ends; undefined while it is not known. */
export function useSessionEnd(enabled = true): string | undefined {
  const { data } = useQuery({ ...sessionsQuery, staleTime: 5 * 60_000, enabled });
  return data?.find((session) => session.current)?.expires_at;
}

/** A session lasts twelve hours and is not prolonged: who works on is told ten minutes before, and when it is over. */
export function SessionEnd() {
  const t = useWords(shellWords);
  const format = useFormat();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const end = useSessionEnd(isIdle);
  const next = useRouterState({ select: (state) => state.location.href });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = end ? new Date(end).getTime() - now : Number.POSITIVE_INFINITY;
  if (!end || leftMs > warnMs) return null;
  return (
    <div className={classes.end}>
      {leftMs > 0 ? (
        <Alert tone="warning">{t('account.endsSoon', { distance: format.ago(end, new Date(now)) })}</Alert>
      ) : (
        <Alert tone="danger" role="alert">
          {t('account.ended')}{' '}
          <Link to="/sign-in" search={{ next }}>
            {t('account.signIn')}
          </Link>
        </Alert>
      )}
    </div>
  );
}
