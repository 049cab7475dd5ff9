import { ObjectLink } from '../../app/object-link.tsx';
import { Inline, Note, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PeriodProgress } from '../../ui/period-progress.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { SubscriptionStatus, useInterruption } from '../subscriptions/public.ts';
import { MarkTexts, marksOf } from '../transactions/public.ts';
import type { Subscription } from './queries.ts';
import { tabWords } from './tab-words.ts';
import classes from './users.module.css';

export function SubscriptionsTab({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const t = useWords(tabWords);
  if (subscriptions.length === 0) {
    return <EmptyState title={t('subscriptions.empty.title')} text={t('subscriptions.empty.text')} />;
  }
  return (
    <Stack as="ul" gap="sm">
      {subscriptions.map((subscription) => (
        <SubscriptionCard key={subscription.id} subscription={subscription} />
      ))}
    </Stack>
  );
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const t = useWords(tabWords);
  const railName = useRailName();
  const { id, productName, platform, status, priceCents, currency, autoRenew, trialEnd, canceledAt } = subscription;
  const interrupted = useInterruption()(subscription);
  const from = platform === 'comp' ? t('subscriptions.given') : railName(platform);
  const price = priceCents === 0 ? t('subscriptions.free') : <Money cents={priceCents} currency={currency} />;
  return (
    <Stack as="li" gap="sm" framed="raised" pad="md">
      <Inline justify="between" wraps gap="md" rowGap="2xs">
        <Stack as="span" className={classes.who} tight>
          <span className={classes.whoName}>
            <ObjectLink type="subscription" id={id}>
              <bdi>{productName}</bdi>
            </ObjectLink>
          </span>
          <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
            {from} · {price} · {t(autoRenew ? 'subscriptions.renews' : 'subscriptions.ends')}
          </Text>
        </Stack>
        <SubscriptionStatus subscription={subscription} />
      </Inline>
      <PeriodProgress
        wide
        from={subscription.currentPeriodStart}
        to={subscription.currentPeriodEnd}
        runs={status !== 'expired'}
      />
      {interrupted !== undefined && <Note>{interrupted}</Note>}
      {marksOf(subscription).length > 0 && (
        <Note as="div">
          <MarkTexts of={subscription} />
        </Note>
      )}
      {trialEnd !== null && (
        <Note>
          {t('subscriptions.trial')} <Time at={trialEnd} />
        </Note>
      )}
      {canceledAt !== null && (
        <Note>
          {t('subscriptions.canceled')} <Time at={canceledAt} />
        </Note>
      )}
    </Stack>
  );
}
