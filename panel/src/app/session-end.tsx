import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../ui/format.ts';
import { Note } from '../ui/note.tsx';
import { useWords } from '../words/define.ts';
import { sessionsQuery } from './session.ts';
import { shellWords } from './words.ts';

const warnMs = 10 * 60 * 1000;

/** When this session ends; undefined while it is not known. */
export function useSessionEnd(): string | undefined {
  const { data } = useQuery({ ...sessionsQuery, staleTime: 5 * 60_000 });
  return data?.find((session) => session.current)?.expires_at;
}

/** A session lasts twelve hours and is not prolonged: who works on is told ten minutes before. */
export function SessionEnd() {
  const t = useWords(shellWords);
  const format = useFormat();
  const end = useSessionEnd();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!end || new Date(end).getTime() - now > warnMs) return null;
  return <Note tone="warning">{t('account.endsSoon', { distance: format.ago(end) })}</Note>;
}
