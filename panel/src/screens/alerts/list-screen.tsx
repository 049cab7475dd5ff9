import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { kinds } from './kind-name.ts';
import { AlertStatus, Severity, useKindName } from './parts.tsx';
import { type Alert, alertsQuery, severities, statuses } from './queries.ts';
import { useSentence } from './sentence.ts';
import { alertWords } from './words.ts';

const route = getRouteApi('/shell/alerts');

export function AlertListScreen() {
  const t = useWords(alertWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Alerts />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function Alerts() {
  const t = useWords(alertWords);
  const kindName = useKindName();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(alertsQuery(search));
  const columns = useColumns();
  return (
    <ListPage
      name="alerts"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        choice('status', t('status'), statuses, (value) => t(`statuses.${value}`)),
        choice('severity', t('severity'), severities, (value) => t(`severities.${value}`)),
        choice('kind', t('kind'), kinds, kindName),
      ]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/alerts/$id', params: { id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Alert>[] {
  const t = useWords(alertWords);
  const kindName = useKindName();
  const sentence = useSentence();
  return [
    {
      key: 'what',
      label: t('what'),
      cell: (alert) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text weight="medium">{kindName(alert.kind)}</Text>
          <small>{sentence(alert)}</small>
        </Stack>
      ),
    },
    { key: 'severity', label: t('severity'), cell: ({ severity }) => <Severity severity={severity} /> },
    { key: 'status', label: t('status'), cell: ({ status }) => <AlertStatus status={status} /> },
    { key: 'since', label: t('since'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
    {
      key: 'until',
      label: t('until'),
      wideOnly: true,
      cell: ({ resolvedAt }) => (resolvedAt === null ? t('lasts') : <Time at={resolvedAt} distance />),
    },
  ];
}
