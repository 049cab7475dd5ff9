import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { dryRun } from '../../api/change.ts';
import { useErrorSentence } from '../../api/error-words.ts';
import { ApiError, asApiError, isTransient } from '../../api/errors.ts';
import { shownPreviews } from '../../api/invalidate.ts';
import { apiQuery } from '../../api/query.ts';
import { Alert } from '../../ui/alert.tsx';
import { Inline, Note, Stack } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { adjustWords } from './adjust-words.ts';
import { type AdjustPreview, adjustPreviewOf, changeOf, type Draft, isWhole, tagText } from './adjustment.ts';
import classes from './coins.module.css';
import { Coins } from './coins.tsx';
import { Flow } from './flow.tsx';

export interface GrantLimit {
  /** How many coins the operator may still give this user today; null where no daily limit applies. */
  readonly left: number | null;
  /** A grant of more coins than this needs a second person. */
  readonly approvalAbove: number;
}

/** What the operator may give a user; undefined until the server has said so. */
export function useGrantLimit(userId: string): GrantLimit | undefined {
  const { data } = useQuery(apiQuery('/v1/admin/ledger/grants/today', { query: { userId } }));
  if (!data) return undefined;
  const { userCapCoins, approvalAboveCoins: approvalAbove, users } = data;
  return { left: userCapCoins === null ? null : (users[0]?.leftCoins ?? userCapCoins), approvalAbove };
}

/** Why the server would refuse an amount, by the limits and the balance; such an amount needs no dry run. */
export function refusalOf({ direction, amount }: Draft, balance: number, limit: GrantLimit | undefined) {
  if (!isWhole(amount)) return undefined;
  if (direction === 'deduct') {
    return amount > balance ? new ApiError('insufficient_balance', 400, { balanceTotal: balance }) : undefined;
  }
  const { left = null, approvalAbove = 0 } = limit ?? {};
  const isOverCap = left !== null && amount > left && amount <= approvalAbove;
  return isOverCap ? new ApiError('support_daily_cap_exceeded', 400, { capRemaining: left }) : undefined;
}

/** Asks the server what the draft would do, without doing it. Only the tag decides, so the words are not waited for. */
export function useAdjustPreview(id: string, draft: Draft, enabled: boolean): UseQueryResult<AdjustPreview> {
  const { direction, amount, tag } = draft;
  const reason = `${tagText(tag)}${tag === 'fraud' ? '' : 'dryRun'}`;
  return useQuery({
    queryKey: [...shownPreviews, 'adjust', id, direction, amount, tag],
    enabled: enabled && isWhole(amount),
    queryFn: async ({ signal }) => {
      const look = await dryRun(changeOf(id, amount ?? 0, { ...draft, note: '' }, reason), signal);
      return adjustPreviewOf(look.effects);
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 5000,
    retry: false,
    refetchOnReconnect: 'always',
  });
}

interface AdjustEffectProps {
  preview: UseQueryResult<AdjustPreview>;
  /** Why it cannot be done, where that is known without a preview. */
  refusal: ApiError | undefined;
  /** The fields have changed since: what is shown is about to follow. */
  stale: boolean;
  onAmount: (amount: number) => void;
}

export function AdjustEffect({ preview, refusal, stale, onAmount }: AdjustEffectProps) {
  const t = useWords(adjustWords);
  const isBehind = !refusal && (stale || preview.isPlaceholderData || preview.isFetching);
  return (
    <Stack as="section" gap="sm" framed="sunken" pad="md" aria-label={t('effect.title')} aria-busy={isBehind}>
      <h3>{t('effect.title')}</h3>
      <Stack className={classes.effectBody} gap="md" data-behind={isBehind || undefined} aria-live="polite">
        {refusal ? (
          <Refused error={refusal} onAmount={onAmount} onRetry={() => undefined} />
        ) : preview.isError ? (
          <Refused error={preview.error} onAmount={onAmount} onRetry={() => void preview.refetch()} />
        ) : preview.data ? (
          <Effect effect={preview.data} />
        ) : preview.isFetching ? (
          <Skeleton height={48} />
        ) : (
          <Note mt="3xs">{t('effect.idle')}</Note>
        )}
      </Stack>
    </Stack>
  );
}

function Effect({ effect: { rows, before, after, needsApproval } }: { effect: AdjustPreview }) {
  const t = useWords(adjustWords);
  const format = useFormat();
  return (
    <>
      <Flow rows={rows} />
      {before !== null && after !== null && (
        <Inline as="p" className={classes.balance} align="baseline" tone="muted">
          <span>{t('effect.balance')}</span>
          <strong className="tabular">{format.number(after)}</strong>
          <Coins amount={after - before} />
        </Inline>
      )}
      {needsApproval && (
        <Alert tone="warning" title={t('effect.approval')}>
          {t('effect.approvalText')}
        </Alert>
      )}
    </>
  );
}

interface RefusedProps extends Pick<AdjustEffectProps, 'onAmount'> {
  error: unknown;
  onRetry: () => void;
}

function Refused({ error, onAmount, onRetry }: RefusedProps) {
  const t = useWords(adjustWords);
  const ui = useWords(uiWords);
  const format = useFormat();
  const sentence = useErrorSentence();
  const known = asApiError(error);
  const { capRemaining, balanceTotal } = known.extras;
  const most = typeof capRemaining === 'number' ? capRemaining : balanceTotal;
  return (
    <Alert tone={isTransient(known) ? 'warning' : 'danger'} role="alert">
      {sentence(known)}
      {isTransient(known) && (
        <div>
          <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
            {ui('retry')}
          </Button>
        </div>
      )}
      {typeof most === 'number' && most > 0 && (
        <Button mt="xs" size="xs" variant="default" onClick={() => onAmount(most)}>
          {t('effect.useCap', { left: format.number(most) })}
        </Button>
      )}
    </Alert>
  );
}
