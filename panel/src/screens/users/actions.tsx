import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Change, change } from '../../api/change.ts';
import { downloadFile } from '../../api/download.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError } from '../../api/errors.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import type { ReviewRequest } from '../../app/review/request.ts';
import { useSession } from '../../app/session.ts';
import { sessionSignal } from '../../app/session-data.ts';
import { Inline } from '../../ui/box.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconDots } from '../../ui/icons.ts';
import { useToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { actionWords } from './action-words.ts';
import { requestsQuery, type User, type UserAct } from './queries.ts';
import classes from './users.module.css';

const route = getRouteApi('/shell/users/$id');

/** Those that ask for more than a reason have a drawer; the others go to the review dialog at once. */
const withDrawer = { adjust: 'adjust', suspend: 'suspend', comp_subscription: 'comp' } as const;
const atOnce = ['reactivate', 'ban', 'logout_all', 'anonymize'] as const;
type AtOnce = (typeof atOnce)[number];
type Action = keyof typeof withDrawer | AtOnce;

const permissionOf: Readonly<Record<Action, string>> = {
  adjust: 'wallet:adjust',
  anonymize: 'users:anonymize',
  comp_subscription: 'users:ban',
  suspend: 'users:ban',
  reactivate: 'users:ban',
  ban: 'users:ban',
  logout_all: 'users:ban',
};

const dangerous: readonly Action[] = ['ban', 'anonymize'];

function changeOf(action: AtOnce, id: string): Change | ((reason: string) => Change) {
  const path = { id };
  switch (action) {
    case 'reactivate':
      return (note) => change('POST', '/v1/admin/users/{id}/reactivate', { path, body: { note } });
    case 'ban':
      return (reason) => change('POST', '/v1/admin/users/{id}/ban', { path, body: { reason } });
    case 'anonymize':
      return (reason) => change('POST', '/v1/admin/users/{id}/anonymize', { path, body: { reason } });
    case 'logout_all':
      return change('POST', '/v1/admin/users/{id}/devices/logout-all', { path });
  }
}

/** Why each action is off, by permission or by state; undefined where it may be done. */
function useWhyNot(user: User): (action: Action) => string | undefined {
  const t = useWords(actionWords);
  const word = useServerWord();
  const blockedBy = {
    'users:ban': useDisabledReason(user.allowed, 'users:ban'),
    'users:anonymize': useDisabledReason(user.allowed, 'users:anonymize'),
    'wallet:adjust': useDisabledReason(user.allowed, 'wallet:adjust'),
  };
  const byStatus = t('blocked.status', { status: word('status', user.status) });
  return (action) => {
    const isGuests = action === 'comp_subscription' && user.isGuest && user.status !== 'deleted';
    const blocked = Object.entries(blockedBy).find(([permission]) => permission === permissionOf[action])?.[1];
    return blocked?.(action, isGuests ? t('blocked.guest') : byStatus);
  };
}

export function UserActions({ user, name }: { user: User; name: string }) {
  const t = useWords(actionWords);
  const router = useRouter();
  const review = useReview();
  const whyNot = useWhyNot(user);
  const { id } = user;
  const go = (action: keyof typeof withDrawer) => () =>
    void router.navigate({ to: `/users/$id/${withDrawer[action]}`, params: { id }, search: true });
  const ask = (action: AtOnce) => () => {
    const request: ReviewRequest = {
      title: t(`sheet.${action}`, { name }),
      about: name,
      intro: t(`intro.${action}`),
      confirmLabel: t(action),
      done: () => t(`done.${action}`, { name }),
      danger: dangerous.includes(action),
      change: changeOf(action, id),
      ...(action !== 'logout_all' && {
        reason: { min: 3, max: 500, ...(action === 'reactivate' && { label: t('note') }) },
      }),
    };
    review.open(request);
  };
  const toast = useToast();
  useAskedFor((action) => {
    const why = whyNot(action);
    if (why === undefined) return ask(action)();
    toast({ tone: 'danger', title: t('notDone'), text: `${t(`sheet.${action}`, { name })}: ${why}` });
  });
  // A suspension that has run out leaves the status until someone looks: what is allowed decides, where either is.
  const isOut = user.status === 'suspended' || user.status === 'banned';
  const isBack = user.allowed.includes('reactivate') || (isOut && !user.allowed.includes('suspend'));
  return (
    <Inline className={classes.actions} align="stretch" wraps>
      <GatedButton blocked={whyNot('adjust')} variant="filled" onClick={go('adjust')}>
        {t('adjust')}
      </GatedButton>
      <GatedButton blocked={whyNot('comp_subscription')} onClick={go('comp_subscription')}>
        {t('comp_subscription')}
      </GatedButton>
      {isBack ? (
        <GatedButton blocked={whyNot('reactivate')} onClick={ask('reactivate')}>
          {t('reactivate')}
        </GatedButton>
      ) : (
        <GatedButton blocked={whyNot('suspend')} onClick={go('suspend')}>
          {t('suspend')}
        </GatedButton>
      )}
      <MoreActions userId={id} name={name} whyNot={whyNot} onOpen={ask} />
    </Inline>
  );
}

/** What the address asks to be done is begun once, and is no longer in the address then. */
function useAskedFor(begin: (action: UserAct) => void): void {
  const { act } = route.useSearch();
  const navigate = route.useNavigate();
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (act === undefined) return;
    void navigate({ search: ({ tab }) => ({ tab }), replace: true });
    latest.current(act);
  }, [act, navigate]);
}

interface MoreActionsProps {
  userId: string;
  name: string;
  whyNot: (action: Action) => string | undefined;
  onOpen: (action: AtOnce) => () => void;
}

/** What is done less often. Where an anonymization waits for a second person already, its request is opened instead. */
function MoreActions({ userId, name, whyNot, onOpen }: MoreActionsProps) {
  const t = useWords(actionWords);
  const exportData = useExport(userId, name);
  const { can } = useSession();
  const router = useRouter();
  const asked = useQuery(requestsQuery(userId)).data?.items.find(({ kind }) => kind === 'user_anonymize');
  const openAsked = () => asked && void router.navigate({ to: '/approvals/$id', params: { id: asked.id } });
  return (
    // The placeholder that would take the first focus has no place in a menu; the first entry takes it.
    <Menu width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(asked ? (['logout_all', 'ban'] as const) : (['logout_all', 'ban', 'anonymize'] as const)).map((action) => (
          <GatedItem
            key={action}
            label={t(action)}
            blocked={whyNot(action)}
            danger={dangerous.includes(action)}
            onClick={onOpen(action)}
          />
        ))}
        {asked && <Menu.Item onClick={openAsked}>{t('anonymizeAsked')}</Menu.Item>}
        {can('users:anonymize') && <Menu.Item onClick={() => void exportData()}>{t('export')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function useExport(userId: string, name: string): () => Promise<void> {
  const t = useWords(actionWords);
  const toast = useToast();
  const sentence = useErrorSentence();
  return async () => {
    const signal = sessionSignal();
    try {
      await downloadFile(`/v1/admin/users/${userId}/export.json`, { signal, onProgress: () => {} });
      toast({ tone: 'positive', title: t('done.export', { name }) });
    } catch (error) {
      if (signal.aborted) return;
      toast({
        tone: 'danger',
        title: t('notExported'),
        ...(error instanceof ApiError && { text: sentence(error) }),
      });
    }
  };
}

interface GatedItemProps {
  label: string;
  blocked: string | undefined;
  danger: boolean;
  onClick: () => void;
}

/** An entry that stays in reach while it is off, and says below why it is. */
function GatedItem({ label, blocked, danger, onClick }: GatedItemProps) {
  if (blocked === undefined) {
    return (
      <Menu.Item {...(danger && { color: 'red' })} onClick={onClick}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item aria-disabled closeMenuOnClick={false} className={classes.blocked ?? ''}>
      {label}
      <span className={classes.why}>{blocked}</span>
    </Menu.Item>
  );
}
