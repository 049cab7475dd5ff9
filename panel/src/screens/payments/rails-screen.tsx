import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Text } from '../../ui/box.tsx';
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
import { useProviderName } from './provider-name.ts';
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
  const now = useNow(minuteMs);
  return (
    <Loaded query={found} lines={8}>
      {({ sandbox, rails }) =>
        rails.length === 0 ? (
          <EmptyState title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <>
            <ul className={classes.rails}>
              {inOrder(rails, now).map((one) => (
                <Rail key={one.rail} rail={one} isChosen={one.rail === chosen} />
              ))}
            </ul>
            <Text as="p" tone="muted" mt="lg">
              {t(`sandbox.${sandbox}`)}
            </Text>
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

/** Failing methods come first, unused ones last. */
const order: readonly RailState[] = ['failing', 'quiet', 'working', 'never'];

const inOrder = (rails: readonly PaymentRail[], now: number): PaymentRail[] =>
  rails.toSorted((one, other) => order.indexOf(stateOf(one, now)) - order.indexOf(stateOf(other, now)));

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
      <Inline justify="between" wraps>
        <h2>{railName(rail)}</h2>
        <StatusPill tone={tones[state]}>{t(`state.${state}`)}</StatusPill>
      </Inline>
      <Text as="p" tone="muted">
        {t(`means.${state}`)}
      </Text>
      <Facts rail={one} />
      <Failures failures={one.failures} />
      <Inline className={classes.links} gap="lg" wraps>
        <Link to="/transactions" search={{ rail }}>
          {t('payments')}
        </Link>
        {can('system:read') && !rail.endsWith('*') && (
          <Link to="/webhooks" search={{ source: `payments:${rail}` }}>
            {t('messages')}
          </Link>
        )}
      </Inline>
    </li>
  );
}

const { reasons } = paymentWords.en;
const isReason = (name: string): name is keyof typeof reasons => Object.hasOwn(reasons, name);

/** Where the set-up is described: engineers have the repository, and its pages are in no panel. */
const documentOf = (provider: string): string =>
  provider === 'neutral' ? 'docs/configuration.md' : `docs/providers/${provider}.md`;

function Facts({ rail: one }: { rail: PaymentRail }) {
  const t = useWords(paymentWords);
  const { rail, provider, hasOwnSecret, takesProofs, lastMessageAt, lastPaymentAt } = one;
  const providerName = useProviderName();
  const secret = hasOwnSecret ? 'own' : 'shared';
  const address = rail.endsWith('*') ? [] : [fact(t('address'), '/v1/subscriptions/webhook/', rail)];
  return (
    <DescriptionList
      facts={[
        [t('last'), <Time key="last" at={lastMessageAt} distance />],
        [t('lastPayment'), <Time key="lastPayment" at={lastPaymentAt} distance />],
        [t('provider'), providerName(provider)],
        [t('secret'), t(`secrets.${provider === 'neutral' ? secret : 'provider'}`)],
        ...(takesProofs ? [[t('proofs'), t('takesProofs')] as const] : []),
        [t('money'), t(`returns.${moneyWayOf(one)}`)],
        ...address,
        fact(t('document'), documentOf(provider)),
      ]}
    />
  );
}

/** A technical value, broken between its parts where it is too long. It reads from left to right in every language. */
const fact = (label: string, ...parts: readonly string[]): readonly [string, ReactNode] => [
  label,
  <code key={label} className={`ltr ${classes.code}`}>
    {parts.map((part) => (
      <Fragment key={part}>
        {part}
        <wbr />
      </Fragment>
    ))}
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
            {' · '}
            {t('lastFailure')} <Time at={lastAt} distance />
          </li>
        ))}
      </ul>
    </section>
  );
}
