import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import { Page } from '../../ui/page.tsx';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { Time } from '../../ui/time.tsx';
import { readable, useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import classes from './payments.module.css';
import { moneyWayOf, type PaymentRail, type RailState, railsQuery, stateOf } from './queries.ts';
import { paymentWords } from './words.ts';

const route = getRouteApi('/shell/payment-methods');

export function PaymentRailsScreen() {
  const t = useWords(paymentWords);
  return (
    <Page title={t('title')} description={t('text')}>
      <RequirePermission>
        <Rails />
      </RequirePermission>
    </Page>
  );
}

function Rails() {
  const t = useWords(paymentWords);
  const { rail: chosen } = route.useSearch();
  const found = useQuery(railsQuery);
  return (
    <Loaded query={found} lines={8}>
      {({ sandbox, rails }) =>
        rails.length === 0 ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <>
            <ul className={classes.rails}>
              {rails.map((one) => (
                <Rail key={one.rail} rail={one} isChosen={one.rail === chosen} />
              ))}
            </ul>
            <p className={classes.quiet}>{t(`sandbox.${sandbox}`)}</p>
          </>
        )
      }
    </Loaded>
  );
}

const tones: Readonly<Record<RailState, Tone>> = {
  working: 'positive',
  quiet: 'neutral',
  never: 'neutral',
  failing: 'danger',
};

const minuteMs = 60_000;

function Rail({ rail: one, isChosen }: { rail: PaymentRail; isChosen: boolean }) {
  const t = useWords(paymentWords);
  const railName = useRailName();
  const { can } = useSession();
  const item = useRef<HTMLLIElement>(null);
  const state = stateOf(one, useNow(minuteMs));
  const { rail } = one;
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={item} className={classes.rail} aria-current={isChosen || undefined}>
      <div className={classes.head}>
        <h2>{railName(rail)}</h2>
        <StatusPill tone={tones[state]}>{t(`state.${state}`)}</StatusPill>
      </div>
      <p className={classes.quiet}>{t(`means.${state}`)}</p>
      <Facts rail={one} />
      <Failures failures={one.failures} />
      <div className={classes.links}>
        <Link to="/transactions" search={{ rail }} className={classes.link}>
          {t('payments')}
        </Link>
        {can('system:read') && !rail.endsWith('*') && (
          <Link to="/webhooks" search={{ source: `payments:${rail}` }} className={classes.link}>
            {t('messages')}
          </Link>
        )}
      </div>
    </li>
  );
}

const { providers, reasons } = paymentWords.en;
const isProvider = (name: string): name is keyof typeof providers => Object.hasOwn(providers, name);
const isReason = (name: string): name is keyof typeof reasons => Object.hasOwn(reasons, name);

/** Where the set-up is described: engineers have the repository, and its pages are in no panel. */
const documentOf = (provider: string): string =>
  provider === 'neutral' ? 'docs/configuration.md' : `docs/providers/${provider}.md`;

function Facts({ rail: one }: { rail: PaymentRail }) {
  const t = useWords(paymentWords);
  const { rail, provider, hasOwnSecret, takesProofs, lastMessageAt } = one;
  const secret = hasOwnSecret ? 'own' : 'shared';
  const address = rail.endsWith('*') ? [] : [fact(t('address'), webhookAddress(rail))];
  return (
    <DescriptionList
      facts={[
        [t('last'), <Time key="last" at={lastMessageAt} distance />],
        [t('provider'), isProvider(provider) ? t(`providers.${provider}`) : readable(provider)],
        [t('secret'), t(`secrets.${provider === 'neutral' ? secret : 'provider'}`)],
        ...(takesProofs ? [[t('proofs'), t('takesProofs')] as const] : []),
        [t('money'), t(`returns.${moneyWayOf(one)}`)],
        ...address,
        fact(t('document'), documentOf(provider)),
      ]}
    />
  );
}

const webhookAddress = (rail: string): string => `/v1/subscriptions/webhook/${rail}`;

/** A technical value, which reads from left to right in every language. */
const fact = (label: string, text: string): readonly [string, ReactNode] => [
  label,
  <code key={label} className={`ltr ${classes.code}`}>
    {text}
  </code>,
];

/** Why messages of the last day were not genuine. */
function Failures({ failures }: Pick<PaymentRail, 'failures'>) {
  const t = useWords(paymentWords);
  const format = useFormat();
  if (failures.length === 0) return null;
  return (
    <section className={classes.failures} aria-label={t('failures')}>
      <h3>{t('failures')}</h3>
      <ul>
        {failures.map(({ reason, count, lastAt }) => (
          <li key={reason}>
            {t('failure', {
              reason: isReason(reason) ? t(`reasons.${reason}`) : readable(reason),
              count,
              amount: format.number(count),
            })}
            , {t('lastFailure')} <Time at={lastAt} distance />
          </li>
        ))}
      </ul>
    </section>
  );
}
