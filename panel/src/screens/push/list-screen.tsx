import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ScreenPage } from '../../app/screen-page.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { CampaignPill, CountsBar, useForWhom, useTitleOf } from './parts.tsx';
import classes from './push.module.css';
import { type Campaign, campaignsQuery, categories, settingsQuery, statuses } from './queries.ts';
import { SwitchButton } from './switch-button.tsx';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push');

export function PushListScreen() {
  const t = useWords(pushWords);
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/push/new', permission: 'push:write' }}
    >
      <SwitchStrip />
      <CampaignList />
    </ScreenPage>
  );
}

/** Whether pushes are sent at all, and the switch that stops them. */
function SwitchStrip() {
  const t = useWords(pushWords);
  const settings = useQuery(settingsQuery);
  // Its place is kept, so that the list does not move when it comes.
  if (!settings.data) return <Stack className={classes.switchStrip} gap="sm" mb="md" aria-hidden />;
  const { data, etag } = settings.data;
  return (
    <Stack className={classes.switchStrip} gap="sm" mb="md">
      {!data.enabled && (
        <Alert tone="danger" title={t('switch.stopped')}>
          {t('switch.stoppedText')}
        </Alert>
      )}
      {data.mode !== 'live' && <Alert tone="warning">{t(`mode.${data.mode}`)}</Alert>}
      <Inline wraps>
        {data.enabled && <StatusPill tone="positive">{t('switch.on')}</StatusPill>}
        <SwitchButton settings={data} tag={etag} />
        <Button component={Link} to="/push/settings" search variant="default" size="xs">
          {t('settings.open')}
        </Button>
      </Inline>
    </Stack>
  );
}

function CampaignList() {
  const t = useWords(pushWords);
  const word = useServerWord();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery({ ...campaignsQuery(search), refetchInterval: 15_000 });
  return (
    <ListPage
      name="push"
      label={t('title')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[
        { kind: 'text', name: 'q', label: t('search') },
        {
          kind: 'choice',
          name: 'status',
          label: t('status'),
          options: statuses.map((value) => ({ value, label: word('status', value) })),
        },
        {
          kind: 'choice',
          name: 'category',
          label: t('category'),
          options: categories.map((value) => ({ value, label: word('pushCategory', value) })),
        },
      ]}
      page={page}
      columns={useColumns()}
      rowKey={({ id }) => id}
      linkOf={({ id }) => ({ to: '/push/$id', params: { id }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Campaign>[] {
  const t = useWords(pushWords);
  const word = useServerWord();
  const format = useFormat();
  const titleOf = useTitleOf();
  const forWhom = useForWhom();
  return [
    {
      key: 'title',
      label: t('message'),
      cell: (campaign) => (
        <Stack as="span" className={classes.named} tight>
          <bdi className={classes.titleCell}>{titleOf(campaign)}</bdi>
          <small>
            {word('pushCategory', campaign.category)} · <bdi>{forWhom(campaign)}</bdi>
          </small>
        </Stack>
      ),
    },
    { key: 'status', label: t('status'), cell: ({ status }) => <CampaignPill status={status} /> },
    {
      key: 'audience',
      label: t('audience'),
      number: true,
      wideOnly: true,
      cell: ({ audience }) => (audience ? format.number(audience.users) : '–'),
    },
    { key: 'counts', label: t('outcome'), wideOnly: true, cell: ({ counts }) => <CountsBar counts={counts} /> },
    {
      key: 'sendAt',
      label: t('sendAt'),
      wideOnly: true,
      cell: ({ sendAt }) => (sendAt ? <Time at={sendAt} /> : <span className={classes.quiet}>{t('notSet')}</span>),
    },
  ];
}
