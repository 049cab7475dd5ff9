import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { asApiError } from '../api/errors.ts';
import { directionOf, useLanguage, useWords } from '../words/define.ts';
import { useAmount } from './amount.ts';
import { Failure } from './failure.tsx';
import { packagesQuery, storeRail, walletQuery } from './queries.ts';
import { client, dataOf, doneBy, type Schema } from './session.ts';
import { viewerWords } from './words.ts';

/** The viewer's coins, the packages that bring more, and codes. */
export function StorePage() {
  const t = useWords(viewerWords);
  const amount = useAmount();
  const { data: wallet } = useQuery(walletQuery);
  const { data: packages, error, refetch } = useQuery(packagesQuery);
  return (
    <article className="store">
      <h1>{t('coins', amount(wallet?.balanceTotal ?? 0))}</h1>
      {wallet ? (
        <p>
          {t('store.split', { paid: amount(wallet.balancePaid).amount, bonus: amount(wallet.balanceBonus).amount })}
        </p>
      ) : null}
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      <ul className="packages">
        {packages?.items.map((offer) => (
          <Offer key={offer.id} offer={offer} />
        ))}
      </ul>
      <Redeem />
      <History entries={wallet?.recentEntries ?? []} />
    </article>
  );
}

function useRefreshedWallet() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}

function Offer({ offer }: { readonly offer: Schema<'StorePackage'> }) {
  const t = useWords(viewerWords);
  const language = useLanguage();
  const amount = useAmount();
  const refresh = useRefreshedWallet();
  const { sku, coins, bonusCoins, priceCents } = offer;
  const key = useRef(crypto.randomUUID());
  const buy = useMutation({
    mutationFn: async () => {
      const params = { header: { 'Idempotency-Key': key.current } };
      const { id: purchaseId } = await dataOf(
        client.POST('/v1/store/purchases', { params, body: { sku, rail: storeRail } }),
      );
      await doneBy(client.POST('/v1/demo/payments', { body: { purchaseId } }));
    },
    onSuccess: async () => {
      key.current = crypto.randomUUID();
      await refresh();
    },
  });
  const price = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(priceCents / 100);
  return (
    <li>
      <span>
        <strong>{t('coins', amount(coins))}</strong>
        {bonusCoins > 0 ? <small>{t('store.bonus', amount(bonusCoins))}</small> : null}
        {buy.isSuccess ? <small role="status">{t('store.paid')}</small> : null}
        {buy.error ? <Failure error={buy.error} /> : null}
      </span>
      <button type="button" disabled={buy.isPending} onClick={() => buy.mutate()}>
        {t('store.buy', { price: directionOf(language) === 'rtl' ? `\u2066${price}\u2069` : price })}
      </button>
    </li>
  );
}

const promoRefusals = [
  'promo_not_found',
  'promo_expired',
  'promo_budget_exhausted',
  'promo_ineligible',
  'promo_max_uses_reached',
] as const;

function Redeem() {
  const t = useWords(viewerWords);
  const amount = useAmount();
  const refresh = useRefreshedWallet();
  const [code, setCode] = useState('');
  // The same for every try of one code: an answer that was lost must not make it two.
  const key = useRef(crypto.randomUUID());
  const type = (text: string): void => {
    key.current = crypto.randomUUID();
    setCode(text);
  };
  const redeem = useMutation({
    mutationFn: () => {
      const params = { header: { 'Idempotency-Key': key.current } };
      return dataOf(client.POST('/v1/promos/redeem', { params, body: { code } }));
    },
    onSuccess: async () => {
      type('');
      await refresh();
    },
  });
  const refused = promoRefusals.find((name) => redeem.error !== null && name === asApiError(redeem.error).code);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    redeem.mutate();
  };
  return (
    <form onSubmit={submit}>
      <label>
        {t('store.code')}
        <input value={code} maxLength={100} required onChange={({ target }) => type(target.value)} />
      </label>
      <button type="submit" disabled={redeem.isPending}>
        {t('store.redeem')}
      </button>
      {redeem.data ? <p role="status">{t('store.redeemed', amount(redeem.data.coinsGranted))}</p> : null}
      {refused ? <p role="alert">{t(`store.refused.${refused}`)}</p> : null}
      {redeem.error && !refused ? <Failure error={redeem.error} /> : null}
    </form>
  );
}

const reasons = ['unlock', 'refund', 'promo_grant', 'iap', 'subscription_bonus'] as const;

function History({ entries }: { readonly entries: readonly Schema<'LedgerEntry'>[] }) {
  const t = useWords(viewerWords);
  const language = useLanguage();
  if (entries.length === 0) return null;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const amounts = new Intl.NumberFormat(language, { signDisplay: 'always' });
  return (
    <section aria-label={t('store.history')}>
      <h2>{t('store.history')}</h2>
      <ul className="history">
        {entries.map(({ id, reason, amount, createdAt }) => (
          <li key={id}>
            <span>
              {t(`reason.${reasons.find((one) => one === reason) ?? 'other'}`)}
              <small>{dates.format(new Date(createdAt))}</small>
            </span>
            <bdi>{amounts.format(amount)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
