import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { Stack, Text } from '../../ui/box.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './approvals.module.css';
import { type Approval, approvalsQuery } from './queries.ts';
import { RelatedDecisionsNotice } from './related-decisions-notice.tsx';
import { ApprovalStatus, Expiry } from './status.tsx';
import { useSubject } from './subject.ts';
import { TabLinks } from './tab-links.tsx';
import { kinds, statusesOf } from './tabs.ts';
import { approvalWords } from './words.ts';

const route = getRouteApi('/shell/approvals');

export function ApprovalListScreen() {
  const t = useWords(approvalWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RelatedDecisionsNotice />
      <TabLinks />
      <ApprovalList />
      <Outlet />
    </Page>
  );
}

function ApprovalList() {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const { tab, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(approvalsQuery({ tab, ...search }));
  const columns = useColumns();
  const shown = tab ?? 'decide';
  const kindOptions = kinds.map((value) => ({ value, label: word('approvalKind', value) }));
  const statusOptions = statusesOf(shown).map((value) => ({
    value,
    label: word('approvalStatus', value, word('status', value)),
  }));
  return (
    <ListPage
      key={shown}
      name={`approvals-${shown}`}
      label={t(`tabs.${shown}`)}
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, tab } })}
      filters={[
        { kind: 'choice', name: 'kind', label: t('kind'), options: kindOptions },
        ...(shown === 'decide'
          ? []
          : [{ kind: 'choice' as const, name: 'status' as const, label: t('status'), options: statusOptions }]),
      ]}
      page={page}
      columns={columns}
      rowKey={(approval) => approval.id}
      linkOf={(approval) => ({ to: '/approvals/$id', params: { id: approval.id }, search: true })}
      empty={{ title: t(`empty.${shown}.title`), text: t(`empty.${shown}.text`) }}
    />
  );
}

function useColumns(): Column<Approval>[] {
  const t = useWords(approvalWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const subject = useSubject();
  const { me } = useSession();
  return [
    {
      key: 'what',
      label: t('what'),
      cell: (approval) => (
        <Stack as="span" tight>
          <Text weight="medium">{word('approvalKind', approval.kind)}</Text>
          {/* The line follows the panel, not the words in it. */}
          <Text className={classes.subject} size="sm" tone="muted" cut>
            <bdi>{subject(approval)}</bdi>
          </Text>
          {!approval.requesterEligible && (
            <Text size="sm" tone="warning">
              {t('ineligible')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'reason',
      label: t('reason'),
      wideOnly: true,
      cell: ({ reason }) => <bdi className={classes.reason}>{reasonWord(reason)}</bdi>,
    },
    {
      key: 'by',
      label: t('askedBy'),
      wideOnly: true,
      cell: ({ requestedBy: { id, name, email } }) => (id === me.id ? t('you') : <bdi title={email}>{name}</bdi>),
    },
    { key: 'asked', label: t('asked'), wideOnly: true, cell: (approval) => <Time at={approval.createdAt} distance /> },
    { key: 'expires', label: t('expires'), cell: (approval) => <Expiry approval={approval} /> },
    { key: 'status', label: t('status'), cell: ({ status }) => <ApprovalStatus status={status} /> },
  ];
}
