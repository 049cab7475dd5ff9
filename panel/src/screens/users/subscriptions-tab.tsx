import { ObjectLink } from '../../app/object-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PeriodProgress } from '../../ui/period-progress.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import type { Subscription } from './queries.ts';
import { Money, UserStatus } from './status.tsx';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

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
  const railName = useRailName();
  const { id, productName, platform, status, priceCents, currency, autoRenew, trialEnd, canceledAt } = subscription;
  const from = platform === 'comp' ? t('subscriptions.given') : railName(platform);
  const price = priceCents === 0 ? t('subscriptions.free') : <Money cents={priceCents} currency={currency} />;
  return (
    <li className={tabClasses.card}>
      <div className={tabClasses.cardHead}>
        <span className={classes.who}>
          <span className={classes.whoName}>
            <ObjectLink type="subscription" id={id}>
              <bdi>{productName}</bdi>
            </ObjectLink>
          </span>
          <span className={classes.whoMore}>
            {from} · {price} · {t(autoRenew ? 'subscriptions.renews' : 'subscriptions.ends')}
          </span>
        </span>
        <UserStatus status={status} />
      </div>
      <PeriodProgress
        wide
        from={subscription.currentPeriodStart}
        to={subscription.currentPeriodEnd}
        runs={status !== 'expired'}
      />
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
