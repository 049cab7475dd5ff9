import { ObjectLink } from '../../app/object-link.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useServerWord } from '../../words/server.ts';
import { PaymentMarks } from '../transactions/public.ts';
import type { Subscription } from './queries.ts';
import { subscriptionWords } from './words.ts';

/** Who sells it, or that it was given away. */
export function usePlatformName(): (platform: string) => string {
  const t = useWords(subscriptionWords);
  const railName = useRailName();
  return (platform) => (platform === 'comp' ? t('given') : railName(platform));
}

type Current = Pick<Subscription, 'status' | 'interruption' | 'environment' | 'isFamilyShared'>;

/** What a subscription is now: what interrupts it says more than that it is overdue or will end. */
export function SubscriptionStatus({ subscription }: { subscription: Current }) {
  const t = useWords(subscriptionWords);
  const word = useServerWord();
  const { status, interruption } = subscription;
  return (
    <Inline as="span" gap="2xs" wraps>
      {interruption === null ? (
        <StatusPill tone={toneOf(status)}>{word('status', status)}</StatusPill>
      ) : (
        <StatusPill tone="warning">{t(`interruptions.${interruption}`)}</StatusPill>
      )}
      <PaymentMarks of={subscription} />
    </Inline>
  );
}

/** What interrupts a subscription, and until when the subscriber has access; nothing where it runs. */
export function useInterruption(): (of: {
  interruption: Subscription['interruption'];
  currentPeriodEnd: string;
}) => string | undefined {
  const t = useWords(subscriptionWords);
  const format = useFormat();
  return ({ interruption, currentPeriodEnd }) =>
    interruption === null ? undefined : t(`interrupted.${interruption}`, { date: format.date(currentPeriodEnd) });
}

/** Whose it is, with a link to them. */
export function Subscriber({ user }: Pick<Subscription, 'user'>) {
  const nameOf = useUserName();
  return (
    <ObjectLink type="user" id={user.id}>
      <bdi>{nameOf({ id: user.id, name: user.label })}</bdi>
    </ObjectLink>
  );
}

/** The sign of the currency keeps its place beside the number in Arabic too. */
export function Price({ of: { priceCents, currency } }: { of: Pick<Subscription, 'priceCents' | 'currency'> }) {
  const t = useWords(subscriptionWords);
  return priceCents === 0 ? t('free') : <Money cents={priceCents} currency={currency} />;
}
