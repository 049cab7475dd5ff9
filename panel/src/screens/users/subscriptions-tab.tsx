import { Progress } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { readable, useWords } from '../../words/define.ts';
import type { Subscription } from './queries.ts';
import { Money, UserStatus } from './status.tsx';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

type Origin = keyof (typeof tabWords)['en']['subscriptions']['from'];
const isOrigin = (word: string): word is Origin => Object.hasOwn(tabWords.en.subscriptions.from, word);

/** How much of the period is over, in percent. */
function elapsed({ currentPeriodStart, currentPeriodEnd }: Subscription): number {
  const [start, end] = [Date.parse(currentPeriodStart), Date.parse(currentPeriodEnd)];
  return Math.max(0, Math.min(100, ((Date.now() - start) / (end - start)) * 100));
}

export function SubscriptionsTab({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const t = useWords(tabWords);
  if (subscriptions.length === 0) {
    return <EmptyState title={t('subscriptions.empty.title')} text={t('subscriptions.empty.text')} />;
  }
  return (
    <ul className={tabClasses.cards}>
      {subscriptions.map((subscription) => (
        <SubscriptionCard key={subscription.id} subscription={subscription} />
      ))}
    </ul>
  );
}

function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const t = useWords(tabWords);
  const { productId, platform, status, priceCents, currency, autoRenew, trialEnd, canceledAt } = subscription;
  const from = isOrigin(platform) ? t(`subscriptions.from.${platform}`) : readable(platform);
  const price = priceCents === 0 ? t('subscriptions.free') : <Money cents={priceCents} currency={currency} />;
  return (
    <li className={tabClasses.card}>
      <div className={tabClasses.cardHead}>
        <span className={classes.who}>
          <span className={classes.whoName}>
            <bdi>{productId}</bdi>
          </span>
          <span className={classes.whoMore}>
            {from} · {price} · {t(autoRenew ? 'subscriptions.renews' : 'subscriptions.ends')}
          </span>
        </span>
        <UserStatus status={status} />
      </div>
      <Progress size="sm" value={elapsed(subscription)} aria-label={t('subscriptions.period')} />
      <div className={tabClasses.ends}>
        <Time at={subscription.currentPeriodStart} />
        <Time at={subscription.currentPeriodEnd} />
      </div>
      {trialEnd !== null && (
        <p className={tabClasses.quiet}>
          {t('subscriptions.trial')} <Time at={trialEnd} />
        </p>
      )}
      {canceledAt !== null && (
        <p className={tabClasses.quiet}>
          {t('subscriptions.canceled')} <Time at={canceledAt} />
        </p>
      )}
    </li>
  );
}
