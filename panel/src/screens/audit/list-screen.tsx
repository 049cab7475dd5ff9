import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Picture, usePictures } from '../../app/pictures.tsx';
import { AuditProof } from '../../app/proof.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Text } from '../../ui/box.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Page } from '../../ui/page.tsx';
import { ActingAdmin } from '../../ui/person.tsx';
import { shortId } from '../../ui/short-id.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './audit.module.css';
import { actionNames, targetNames } from './choices.ts';
import { type AuditEntry, auditQuery, namesQuery } from './queries.ts';
import { linkedBy, type TargetName, useTargetNames } from './target-names.ts';
import { useTargetOptions } from './target-options.ts';
import { auditWords } from './words.ts';

const route = getRouteApi('/shell/audit');

export function AuditListScreen() {
  const t = useWords(auditWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <AuditProof />
        <AuditList />
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function AuditList() {
  const t = useWords(auditWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(auditQuery(search));
  const admins = useAdminOptions(page.data?.items ?? [], search.adminId);
  const targets = useTargetOptions(page.data?.items ?? [], search);
  const columns = useColumns(page.data?.items ?? []);
  const actions = actionNames
    .map((value) => ({ value, label: word('action', value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <ListPage
      name="audit"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        {
          ...({ kind: 'search', name: 'action', label: t('action') } as const),
          options: actions,
        },
        { kind: 'search', name: 'adminId', label: t('who'), options: admins },
        {
          ...({ kind: 'choice', name: 'targetType', label: t('targetType') } as const),
          options: targetNames.map((value) => ({ value, label: word('target', value) })),
        },
        { kind: 'search', name: 'targetId', label: t('target'), ...targets },
        { kind: 'day', name: 'dateFrom', label: t('from') },
        { kind: 'day', name: 'dateTo', label: t('to') },
      ]}
      page={page}
      columns={columns}
      rowKey={(entry) => entry.id}
      linkOf={(entry) => ({ to: '/audit/$id', params: { id: entry.id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

/** All admins for those who may see them, else the ones on this page. */
function useAdminOptions(entries: readonly AuditEntry[], chosen: string | undefined) {
  const { can } = useSession();
  const { data: admins = [] } = useQuery({ ...namesQuery, enabled: can('*') });
  const names = new Map<string, string>();
  if (chosen) names.set(chosen, shortId(chosen));
  for (const { admin_id: id, admin_name: name, admin_email: email } of entries) if (id) names.set(id, name ?? email);
  for (const { id, name } of admins) names.set(id, name);
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}

function useColumns(entries: readonly AuditEntry[]): Column<AuditEntry>[] {
  const t = useWords(auditWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const nameOf = useTargetNames();
  const pictureOf = usePictures(entries.map(({ target_picture_id: id }) => id));
  return [
    {
      key: 'action',
      label: t('action'),
      cell: (entry) => <Text weight="medium">{word('action', entry.action)}</Text>,
    },
    { key: 'who', label: t('who'), cell: (entry) => <ActingAdmin name={entry.admin_name} email={entry.admin_email} /> },
    {
      key: 'target',
      label: t('target'),
      wideOnly: true,
      cell: (entry) =>
        entry.target_type ? (
          <Inline as="span" within>
            {entry.target_picture_id && (
              <Picture
                src={pictureOf(entry.target_picture_id)}
                shape={linkedBy(entry).type === 'series' ? 'poster' : 'thumb'}
              />
            )}
            <ShownTarget type={word('target', entry.target_type)} target={nameOf(entry)} />
          </Inline>
        ) : (
          <span className={classes.id}>–</span>
        ),
    },
    {
      key: 'reason',
      label: t('reason'),
      wideOnly: true,
      cell: ({ reason }) => <bdi className={classes.reason}>{reason ? reasonWord(reason) : '–'}</bdi>,
    },
    { key: 'at', label: t('when'), cell: (entry) => <Time at={entry.created_at} distance /> },
  ];
}

/** The type stands before the name, unless the name says it: "Episode 3 of Harbour". */
function ShownTarget({ type, target: { name, sku, saysKind } }: { type: string; target: TargetName }) {
  return (
    <span>
      {!saysKind && !name.startsWith(type) && `${type} `}
      <bdi className={classes.id}>{name}</bdi>
      {sku && (
        <>
          {' '}
          <code className={`ltr ${classes.id}`}>{sku}</code>
        </>
      )}
    </span>
  );
}
