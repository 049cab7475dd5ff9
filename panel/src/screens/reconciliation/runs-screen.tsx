import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { choice } from '../../ui/list/choice.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { Period, useRailOptions } from './parts.tsx';
import { openIn, type Run, runsQuery } from './queries.ts';
import { UploadBox } from './upload-box.tsx';
import { reconciliationWords } from './words.ts';

const route = getRouteApi('/shell/reconciliation');

/** A file is dropped here; what was compared before is below. */
export function RunsScreen() {
  const t = useWords(reconciliationWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <UploadBox />
        <Text as="h2" mb="2xs">
          {t('history')}
        </Text>
        <Runs />
      </RequirePermission>
    </Page>
  );
}

function Runs() {
  const t = useWords(reconciliationWords);
  const railName = useRailName();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(runsQuery(search));
  const { common } = useRailOptions();
  const named = [...common, ...(page.data?.items ?? []).map(({ rail }) => rail), ...(search.rail ? [search.rail] : [])];
  const columns = useColumns();
  return (
    <ListPage
      name="reconciliation"
      label={t('history')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[choice('rail', t('rail'), [...new Set(named)], railName)]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/reconciliation/$id', params: { id } })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Run>[] {
  const t = useWords(reconciliationWords);
  const railName = useRailName();
  const format = useFormat();
  return [
    {
      key: 'file',
      label: t('file'),
      cell: ({ fileName, rail }) => (
        <Stack as="span" align="start" gap="3xs" tight>
          <Text as="bdi" weight="medium" breaks>
            {fileName}
          </Text>
          <small>{railName(rail)}</small>
        </Stack>
      ),
    },
    { key: 'period', label: t('period'), wideOnly: true, cell: ({ period }) => <Period of={period} /> },
    {
      key: 'matched',
      label: t('matched'),
      number: true,
      wideOnly: true,
      cell: ({ matched }) => format.number(matched),
    },
    { key: 'result', label: t('result'), cell: (run) => <Result run={run} /> },
    { key: 'by', label: t('ranBy'), wideOnly: true, cell: ({ ranBy }) => <Person {...ranBy} /> },
    { key: 'at', label: t('at'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
  ];
}

/** Whether something differs, and how much of that nobody has dealt with yet. */
function Result({ run }: { run: Run }) {
  const t = useWords(reconciliationWords);
  const sum = Object.values(run.counts).reduce((all, count) => all + count, 0);
  if (sum === 0) return <StatusPill tone="positive">{t('clean')}</StatusPill>;
  const open = openIn(run);
  const differences = t('differences', { count: sum });
  if (open === undefined) return <StatusPill tone="warning">{differences}</StatusPill>;
  return (
    <Stack as="span" align="start" gap="3xs" tight>
      <StatusPill tone={open > 0 ? 'warning' : 'positive'}>
        {open > 0 ? t('openCount', { count: open }) : t('handledAll')}
      </StatusPill>
      <small>{differences}</small>
    </Stack>
  );
}
