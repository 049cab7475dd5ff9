import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconChevronLeft } from '../../ui/icons.ts';
import { Money } from '../../ui/money.tsx';
import { PersonAvatar } from '../../ui/person.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { UserActions } from './actions.tsx';
import type { Subscription, User } from './queries.ts';
import { UserStatus, useNameOf } from './status.tsx';
import classes from './users.module.css';
import { userWords } from './words.ts';

export function UserHeader({ user }: { user: User }) {
  const t = useWords(userWords);
  const places = usePlaces();
  const name = useNameOf()(user);
  const { email, phoneE164: phone, countryCode: country, language } = user;
  const [place, tongue] = [country && places.country(country), language && places.language(language)];
  const contact = [
    email !== null && email !== name && <EmailText email={email} />,
    phone !== null && phone !== name && <span className="ltr">{phone}</span>,
    place,
    // In Indonesian both have the same name.
    tongue !== place && tongue,
  ].filter(Boolean);
  return (
    <Text as="header" mb="lg">
      <Inline as="nav" gap="2xs" tone="muted" mb="sm" aria-label={t('title')}>
        <Link to="/users" className={classes.back}>
          <IconChevronLeft size={14} className="points" aria-hidden />
          {t('title')}
        </Link>
      </Inline>
      <Inline wraps gap="md">
        <PersonAvatar name={name} size={44} />
        <div className={classes.names}>
          <Inline wraps rowGap="2xs">
            <Text as="h1" size="2xl" tight breaks>
              <bdi>{name}</bdi>
            </Text>
            <UserStatus status={user.status} />
            <Badges user={user} />
          </Inline>
          <p className={classes.contact}>
            {contact.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand in a fixed order
              <span key={index}>{part}</span>
            ))}
          </p>
        </div>
        <UserActions user={user} name={name} />
      </Inline>
    </Text>
  );
}

/** A cancelled one runs to the end of what was paid for. */
const isRunning = ({ status, currentPeriodEnd }: Subscription): boolean =>
  status !== 'expired' && Date.parse(currentPeriodEnd) > Date.now();

function Badges({ user }: { user: User }) {
  const t = useWords(userWords);
  const live = user.subscriptions.filter(isRunning);
  const isPaying = live.some(({ platform }) => platform !== 'comp');
  return (
    <>
      {user.isGuest && <StatusPill tone="neutral">{t('guest')}</StatusPill>}
      {live.length > 0 && <StatusPill tone="info">{t(isPaying ? 'badges.subscriber' : 'badges.comp')}</StatusPill>}
      {user.commentingSuspended && <StatusPill tone="warning">{t('badges.noComments')}</StatusPill>}
      {user.strikes.length > 0 && (
        <StatusPill tone="warning">{t('badges.strikes', { count: user.strikes.length })}</StatusPill>
      )}
    </>
  );
}

/** Why the user is not simply active, where that is so. */
export function AccountStatusAlert({ user }: { user: User }) {
  const t = useWords(userWords);
  const { status, suspendedUntil, banReason, deletesAt } = user;
  if (status === 'active' && deletesAt === null) return null;
  return (
    <Stack gap="sm" mb="lg">
      {status !== 'active' && (
        <Alert tone={status === 'suspended' ? 'warning' : 'danger'}>
          {status === 'suspended' && suspendedUntil !== null && (
            <>
              {t('statusNote.until')} <Time at={suspendedUntil} />
            </>
          )}
          {status === 'suspended' && suspendedUntil === null && t('statusNote.openEnded')}
          {status === 'banned' && t('statusNote.banned', { reason: banReason ?? '' })}
          {status === 'deleted' && t('statusNote.deleted')}
        </Alert>
      )}
      {deletesAt !== null && (
        <Alert tone="warning">
          {t('statusNote.leaving')} <Time at={deletesAt} />
        </Alert>
      )}
    </Stack>
  );
}

export function Figures({ user }: { user: User }) {
  const t = useWords(userWords);
  const format = useFormat();
  const figures: readonly (readonly [string, ReactNode])[] = [
    [t('figures.total'), format.number(user.balanceTotal)],
    [t('figures.paid'), format.number(user.balancePaid)],
    [t('figures.bonus'), format.number(user.balanceBonus)],
    [t('figures.spend'), <Money key="spend" cents={user.totalSpendCents} />],
    [t('lastSeen'), <Time key="seen" at={user.lastSeenAt} distance />],
  ];
  return (
    <dl className={classes.figures} aria-label={t('figures.title')}>
      {figures.map(([name, value]) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
