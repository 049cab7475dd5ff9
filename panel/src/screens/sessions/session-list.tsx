import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, done, type Schema } from '../../api/client.ts';
import { invalidateAfter } from '../../api/invalidate.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ErrorNote } from '../../api/show-error.tsx';
import { sessionsQuery } from '../../app/session.ts';
import { Inline, Rows, Text } from '../../ui/box.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import classes from './account.module.css';
import { sessionWords } from './words.ts';

const browsers = [/Edg\//, 'Edge', /Firefox\//, 'Firefox', /Chrom(?:e|ium)\//, 'Chrome', /Safari\//, 'Safari'] as const;
const systems = [/Android/, 'Android', /iPhone|iPad/, 'iOS', /Windows/, 'Windows', /Mac OS/, 'macOS', /Linux/, 'Linux'];

function nameIn(table: readonly (RegExp | string)[], agent: string): string | undefined {
  const at = table.findIndex((entry) => entry instanceof RegExp && entry.test(agent));
  const name = at < 0 ? undefined : table[at + 1];
  return typeof name === 'string' ? name : undefined;
}

/** “Chrome · macOS” says more to its owner than the whole header. */
const deviceOf = (agent: string): string =>
  [nameIn(browsers, agent), nameIn(systems, agent)].filter(Boolean).join(' · ') || agent.slice(0, 60);

export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => done(api.DELETE('/v1/admin/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidateAfter(client, ['/v1/admin/auth']),
  });
  return (
    <Loaded query={sessions} lines={3}>
      {(data) => (
        <>
          <ErrorNote error={end.error} />
          <Rows framed="plain">
            {data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                ending={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </Rows>
        </>
      )}
    </Loaded>
  );
}

interface SessionRowProps {
  session: Schema<'Session'>;
  ending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const t = useWords(sessionWords);
  const { current, ip, user_agent: agent, created_at: startedAt, expires_at: endsAt } = session;
  return (
    <Inline as="li" wraps gap="lg" rowGap="sm">
      <div className={classes.device}>
        <Inline weight="medium">
          <bdi>{agent ? deviceOf(agent) : t('account.unknownDevice')}</bdi>
          {current && <StatusPill tone="positive">{t('account.thisOne')}</StatusPill>}
        </Inline>
        <Text as="div" size="sm" tone="muted">
          <bdi className="tabular">{ip}</bdi> · {t('account.started')} <Time at={startedAt} distance /> ·{' '}
          {t('account.ends')} <Time at={endsAt} distance />
        </Text>
      </div>
      {current ? (
        <Text as="p" tone="muted">
          {t('account.endCurrent')}
        </Text>
      ) : (
        <Button variant="default" loading={ending} onClick={onEnd}>
          {t('account.end')}
        </Button>
      )}
    </Inline>
  );
}
