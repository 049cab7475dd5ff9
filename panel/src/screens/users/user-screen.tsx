import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { MissingObject } from '../../app/missing-object.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Stack, WithAside } from '../../ui/box.tsx';
import { Count } from '../../ui/count.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { About } from './about.tsx';
import { CommentsTab } from './comments-tab.tsx';
import { DevicesTab } from './devices-tab.tsx';
import { AccountStatusAlert, Figures, UserHeader } from './header.tsx';
import { LedgerTab } from './ledger-tab.tsx';
import { NotesTab } from './notes-tab.tsx';
import { PurchasesTab } from './purchases-tab.tsx';
import { type User, type UserTab, userQuery } from './queries.ts';
import { WaitingRequests } from './requests.tsx';
import { useNameOf } from './status.tsx';
import { SubscriptionsTab } from './subscriptions-tab.tsx';
import { tabWords } from './tab-words.ts';
import { TimelineTab } from './timeline-tab.tsx';
import { UnlocksTab } from './unlocks-tab.tsx';
import { useRefreshUser } from './use-fresh-user.ts';
import classes from './users.module.css';
import { userWords } from './words.ts';

const route = getRouteApi('/shell/users/$id');

/** Everything about one user on one page. */
export function UserScreen() {
  return (
    <Page>
      <RequirePermission>
        <User360 />
      </RequirePermission>
    </Page>
  );
}

function User360() {
  const t = useWords(userWords);
  const { id } = route.useParams();
  const user = useQuery(userQuery(id));
  const nameOf = useNameOf();
  useTitle(user.data ? nameOf(user.data) : t('title'));
  return (
    <Loaded query={user} fallback={<Waiting />} missing={<MissingObject type="user" id={id} list="/users" />}>
      {(data) => (
        <>
          <UserHeader user={data} />
          <AccountStatusAlert user={data} />
          <WaitingRequests userId={data.id} />
          <Figures user={data} />
          <WithAside>
            <UserTabs user={data} />
            <About user={data} />
          </WithAside>
          <Outlet />
        </>
      )}
    </Loaded>
  );
}

function UserTabs({ user }: { user: User }) {
  const t = useWords(tabWords);
  const navigate = route.useNavigate();
  const { tab = 'timeline' } = route.useSearch();
  const { id } = user;
  const refresh = useRefreshUser(id);
  const panels: readonly (readonly [UserTab, ReactNode, number?])[] = [
    ['timeline', <TimelineTab key="timeline" user={user} />],
    ['ledger', <LedgerTab key="ledger" id={id} />],
    ['unlocks', <UnlocksTab key="unlocks" id={id} />, user.unlocksCount],
    ['purchases', <PurchasesTab key="purchases" user={user} />],
    ['devices', <DevicesTab key="devices" devices={user.devices} />, user.devices.length],
    [
      'subscriptions',
      <SubscriptionsTab key="subscriptions" subscriptions={user.subscriptions} />,
      user.subscriptions.length,
    ],
    ['comments', <CommentsTab key="comments" user={user} />],
    ['notes', <NotesTab key="notes" user={user} />],
  ];
  const open = (value: string | null) => {
    const next = panels.find(([name]) => name === value)?.[0];
    refresh();
    void navigate({ to: '/users/$id', params: { id }, search: next ? { tab: next } : {}, replace: true });
  };
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} className={classes.tabs ?? ''}>
      <Tabs.List aria-label={t('tabs.label')} className={classes.tabList ?? ''}>
        {panels.map(([name, , count]) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
            {count !== undefined && <Count value={count} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panels.map(([name, panel]) => (
        <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Waiting() {
  return (
    <Stack gap="lg">
      <Skeleton height={44} width={320} />
      <Skeleton height={76} />
      <SkeletonLines lines={10} />
    </Stack>
  );
}
