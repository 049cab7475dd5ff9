import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { type Segment, segmentsQuery } from './queries.ts';
import { useRuleWords } from './rule-words.ts';
import { segmentWords } from './words.ts';

const route = getRouteApi('/shell/segments');

export function SegmentListScreen() {
  const t = useWords(segmentWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/segments/new', permission: 'pricing:write' }}
    >
      <SegmentList />
    </ScreenPage>
  );
}

function SegmentList() {
  const t = useWords(segmentWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(segmentsQuery(search));
  const columns = useColumns();
  return (
    <ListPage
      name="segments"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[{ kind: 'text', name: 'q', label: t('search') }]}
      page={page}
      columns={columns}
      rowKey={(segment) => segment.id}
      linkOf={(segment) => ({ to: '/segments/$id', params: { id: segment.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Segment>[] {
  const t = useWords(segmentWords);
  const format = useFormat();
  const ruleWords = useRuleWords();
  return [
    {
      key: 'name',
      label: t('name'),
      cell: ({ name }) => (
        <Text as="bdi" weight="medium">
          {name}
        </Text>
      ),
    },
    { key: 'rule', label: t('rule'), cell: ({ rule }) => ruleWords(rule).join(' · ') },
    {
      key: 'usedBy',
      label: t('usedBy'),
      cell: ({ usedBy }) => (usedBy.length === 0 ? t('unused') : format.list(usedBy.map(({ label }) => label))),
    },
    { key: 'created', label: t('created'), wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} distance /> },
  ];
}
