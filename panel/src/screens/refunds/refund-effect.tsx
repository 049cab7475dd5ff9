import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { dryRun } from '../../api/change.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { asApiError, isTransient } from '../../api/errors.ts';
import { shownPreviews } from '../../api/invalidate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { changeOf, type RefundPreview, type ReversedUnlock, refundPreviewOf } from './refund-draft.ts';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

/** Asks the server what a refund would do, without doing it. The reason does not matter for that. */
export function useRefundPreview(
  purchaseId: string,
  cents: number | undefined,
  reverseUnlocks: boolean,
): UseQueryResult<RefundPreview> {
  return useQuery({
    queryKey: [...shownPreviews, 'refund', purchaseId, cents, reverseUnlocks],
    enabled: cents !== undefined,
    queryFn: async ({ signal }) => {
      const look = await dryRun(changeOf(purchaseId, cents ?? 0, 'Dry run', reverseUnlocks), signal);
      return refundPreviewOf(look.effects);
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 5000,
    retry: false,
    refetchOnReconnect: 'always',
  });
}

interface RefundEffectProps {
  preview: UseQueryResult<RefundPreview>;
  currency: string;
  /** Whether the amount can be read: what another one would have done says nothing of this one. */
  isKnown: boolean;
  /** The fields have changed since: what is shown is about to follow. */
  stale: boolean;
}

export function RefundEffect({ preview, currency, isKnown, stale }: RefundEffectProps) {
  const t = useWords(refundWords);
  const isBehind = isKnown && (stale || preview.isPlaceholderData || preview.isFetching);
  return (
    <Stack
      as="section"
      className={classes.effect}
      gap="sm"
      framed="sunken"
      pad="md"
      aria-label={t('effect.title')}
      aria-busy={isBehind}
    >
      <h3>{t('effect.title')}</h3>
      <Stack className={classes.effectBody} gap="md" data-behind={isBehind || undefined} aria-live="polite">
        {!isKnown ? (
          <p className={classes.quiet}>{t('effect.idle')}</p>
        ) : preview.isError ? (
          <Refused error={preview.error} currency={currency} onRetry={() => void preview.refetch()} />
        ) : preview.data ? (
          <Effect effect={preview.data} currency={currency} />
        ) : (
          <Skeleton height={48} />
        )}
      </Stack>
    </Stack>
  );
}

/** Coins in words. */
export function useCoins(): (count: number) => string {
  const t = useWords(refundWords);
  const format = useFormat();
  return (count) => t('coins', { count, amount: format.number(count) });
}

function Effect({ effect, currency }: { effect: RefundPreview; currency: string }) {
  const t = useWords(refundWords);
  const format = useFormat();
  const coins = useCoins();
  const { fromPaid, fromBonus, promoCoins, missing, underpaidCents, leftCents, unlocks } = effect;
  const { cancelsSubscription, togetherUsdCents } = effect;
  const money = (cents: number) => format.money(cents, currency);
  return (
    <>
      <DescriptionList
        facts={[
          [t('effect.fromPaid'), coins(fromPaid)],
          [t('effect.fromBonus'), coins(fromBonus)],
          ...(promoCoins > 0 ? [[t('effect.ofPromo'), coins(promoCoins)] as const] : []),
          [
            t('effect.left'),
            <span key="left" className="ltr">
              {money(leftCents)}
            </span>,
          ],
        ]}
      />
      {missing > 0 && (
        <Alert tone="warning" title={t('effect.short', { coins: coins(missing) })}>
          {t('effect.shortText', { amount: money(underpaidCents) })}
        </Alert>
      )}
      {unlocks.length > 0 && (
        <>
          <h3>{t('effect.unlocks', { count: unlocks.length })}</h3>
          <Unlocks unlocks={unlocks} />
        </>
      )}
      {togetherUsdCents > 0 && (
        <Alert tone="warning" title={t('effect.together', { amount: format.money(togetherUsdCents, 'USD') })}>
          {t('effect.togetherText')}
        </Alert>
      )}
      {cancelsSubscription && <Alert tone="warning">{t('effect.endsPeriod')}</Alert>}
      {effect.needsApproval && (
        <Alert tone="warning" title={t('effect.approval')}>
          {t('effect.approvalText')}
        </Alert>
      )}
    </>
  );
}

/** Episodes that are locked again, and the coins that come back for each. */
export function Unlocks({ unlocks }: { unlocks: readonly ReversedUnlock[] }) {
  const t = useWords(refundWords);
  const coins = useCoins();
  return (
    <ul className={classes.unlocks}>
      {unlocks.map(({ id, seriesTitle, episodeNumber, coins: count }) => (
        <li key={id}>
          <bdi>{t('episode', { series: seriesTitle, number: episodeNumber })}</bdi>
          <span className="tabular">{coins(count)}</span>
        </li>
      ))}
    </ul>
  );
}

interface RefusedProps {
  error: unknown;
  currency: string;
  onRetry: () => void;
}

function Refused({ error, currency, onRetry }: RefusedProps) {
  const ui = useWords(uiWords);
  const sentence = useErrorSentence();
  const known = asApiError(error);
  return (
    <Alert tone={isTransient(known) ? 'warning' : 'danger'} role="alert">
      {sentence(known, currency)}
      {isTransient(known) && (
        <div>
          <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
            {ui('retry')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
