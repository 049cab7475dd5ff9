import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asApiError, isOutcomeUnknown } from '../api/errors.ts';
import { useWords } from '../words/define.ts';
import { useAmount } from './amount.ts';
import { recordEvent } from './events.ts';
import { Failure } from './failure.tsx';
import { storeHref } from './location.ts';
import { quoteQuery, walletQuery } from './queries.ts';
import { client, dataOf } from './session.ts';
import { viewerWords } from './words.ts';

interface PaywallProps {
  readonly id: string;
  readonly onUnlocked: () => void;
}

/** What the episode costs, and the button that pays it. The viewer pays the price that is shown, or is asked again. */
export function Paywall({ id, onUnlocked }: PaywallProps) {
  const t = useWords(viewerWords);
  const amount = useAmount();
  const queries = useQueryClient();
  const { data: quote, error, refetch } = useQuery(quoteQuery(id));
  useEffect(() => recordEvent('paywall_hit', { episodeId: id }), [id]);
  // One for each thing the viewer does: sent again after a lost answer, it takes nothing twice.
  const key = useRef(crypto.randomUUID());
  const unlock = useMutation({
    mutationFn: async (expectedCoins: number) => {
      const header = { 'Idempotency-Key': key.current };
      await dataOf(
        client.POST('/v1/episodes/{id}/unlock', { params: { path: { id }, header }, body: { expectedCoins } }),
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: walletQuery.queryKey });
      onUnlocked();
    },
    onError: (failure) => {
      if (isOutcomeUnknown(asApiError(failure))) return;
      key.current = crypto.randomUUID();
      void refetch();
    },
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!quote) return null;
  const { coinsRequired, balanceTotal, sufficient } = quote;
  const hasNewPrice = unlock.error !== null && asApiError(unlock.error).code === 'price_changed';
  return (
    <section className="paywall" aria-label={t('paywall.title')}>
      <h2>{t('paywall.title')}</h2>
      <p>{t('paywall.price', amount(coinsRequired))}</p>
      <p>{t('paywall.balance', amount(balanceTotal))}</p>
      {hasNewPrice ? <p role="alert">{t('paywall.newPrice')}</p> : null}
      {unlock.error && !hasNewPrice ? <Failure error={unlock.error} /> : null}
      {sufficient ? (
        <button type="button" disabled={unlock.isPending} onClick={() => unlock.mutate(coinsRequired)}>
          {t('paywall.unlock')}
        </button>
      ) : (
        <a className="button" href={storeHref}>
          {t('paywall.buy')}
        </a>
      )}
    </section>
  );
}
