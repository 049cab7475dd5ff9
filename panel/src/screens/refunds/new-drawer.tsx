import { Button, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { asApiError, isTransient } from '../../api/errors.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Alert } from '../../ui/alert.tsx';
import { currencyDecimals, minorUnits } from '../../ui/currency.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { useDraft, useRestoredAt } from '../../ui/draft.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusFault } from '../../ui/focus.ts';
import { NumberField } from '../../ui/form/number-field.tsx';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { MoneyNotice } from './money.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';
import { type Purchase, purchaseQuery } from './queries.ts';
import {
  centsIn,
  changeOf,
  type Draft,
  draftFor,
  draftName,
  isDraft,
  reasonMax,
  type Suggestion,
  usdCentsOf,
} from './refund-draft.ts';
import { RefundEffect, useRefundPreview } from './refund-effect.tsx';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

const route = getRouteApi('/shell/refunds/new');

/** Gives back what was paid, whole or in part, or asks a second person to. */
export function NewRefundDrawer() {
  const t = useWords(refundWords);
  const { purchase: id, cents, reason } = route.useSearch();
  const navigate = route.useNavigate();
  const close = () => void navigate({ to: '/refunds', search: listOnly });
  const open = (refundId: string) => void navigate({ to: '/refunds/$id', params: { id: refundId }, search: listOnly });
  return (
    <DetailDrawer title={t('new.title')} subtitle={t('new.text')} onClose={close} size={520}>
      {id === undefined ? (
        <EmptyState title={t('new.none.title')} text={t('new.none.text')} />
      ) : (
        <FoundPurchase key={id} id={id} suggested={{ cents, reason }} onDone={open} />
      )}
    </DetailDrawer>
  );
}

/** The search of the list, without what is about the new refund. */
function listOnly<Search extends object>({
  purchase: _purchase,
  cents: _cents,
  reason: _reason,
  ...rest
}: Search & NewOnly) {
  return rest;
}

interface NewOnly {
  purchase?: unknown;
  cents?: unknown;
  reason?: unknown;
}

interface FoundPurchaseProps {
  id: string;
  suggested: Suggestion;
  onDone: (refundId: string) => void;
}

function FoundPurchase({ id, suggested, onDone }: FoundPurchaseProps) {
  const t = useWords(refundWords);
  const purchase = useQuery(purchaseQuery(id));
  return (
    <Loaded query={purchase} lines={8}>
      {(data) => (
        <div className={classes.form}>
          <PurchaseFacts purchase={data} />
          {data.refundableCents === 0 ? (
            <Alert tone="warning">{t(data.status === 'pending' ? 'new.unpaid' : 'new.nothingLeft')}</Alert>
          ) : (
            <RefundForm purchase={data} suggested={suggested} onDone={onDone} />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface RefundFormProps {
  purchase: Purchase;
  suggested: Suggestion;
  onDone: (refundId: string) => void;
}

/** What was typed, kept until it is sent, and what it would do. */
function useRefundDraft(purchase: Purchase, suggested: Suggestion) {
  const name = draftName(purchase.id);
  const [kept, setDraft] = useDraft(name, isDraft);
  const restoredAt = useRestoredAt(name);
  const [blank] = useState(() => draftFor(purchase, suggested));
  const draft = kept ?? blank;
  const [settled] = useDebouncedValue(draft, 300);
  const preview = useRefundPreview(purchase.id, centsIn(settled, purchase), settled.reverseUnlocks);
  return {
    draft,
    preview,
    isSettled: settled === draft,
    restoredAt: kept && restoredAt,
    set: (part: Partial<Draft>) => setDraft((before = blank) => ({ ...before, ...part })),
    clear: () => setDraft(undefined),
  };
}

function RefundForm({ purchase, suggested, onDone }: RefundFormProps) {
  const t = useWords(refundWords);
  const format = useFormat();
  const review = useReview();
  const userName = useUserName();
  const { draft, preview, isSettled, restoredAt, set, clear } = useRefundDraft(purchase, suggested);
  const [tried, setTried] = useState(false);
  const { id, currency } = purchase;
  const cents = centsIn(draft, purchase);
  const reason = draft.reason.trim();
  const isRefused = preview.isError && !isTransient(asApiError(preview.error)) && !preview.isFetching && isSettled;
  const submit = () => {
    setTried(true);
    if (cents === undefined || reason === '') return;
    const name = userName({ ...purchase.user, name: purchase.user.label });
    const amount = format.money(cents, currency);
    review.open({
      title: t('new.sheet', { name, amount }),
      about: name,
      item: id,
      currency,
      intro: <MoneyNotice platform={purchase.platform} />,
      confirmLabel: t('new.confirm'),
      done: () => t('done.approve', { name, amount }),
      draft: draftName(id),
      change: changeOf(id, cents, reason, draft.reverseUnlocks),
      onDone: (reply) => {
        clear();
        onDone(String(fieldsOf(reply).id));
      },
    });
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        focusFault(event.currentTarget);
      }}
    >
      <RestoredDraft at={restoredAt} draft={draftName(id)} onDiscard={clear} />
      <AmountFields purchase={purchase} draft={draft} tried={tried} onSet={set} />
      <Textarea
        autosize
        minRows={2}
        label={t('reason')}
        description={t('new.reasonHint')}
        error={tried && reason === '' && t('new.reasonNeeded')}
        maxLength={reasonMax}
        value={draft.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <Switch
        label={t('new.reverse')}
        description={t('new.reverseHint')}
        checked={draft.reverseUnlocks}
        onChange={(event) => set({ reverseUnlocks: event.currentTarget.checked })}
      />
      <MoneyNotice platform={purchase.platform} />
      <RefundEffect preview={preview} currency={currency} isKnown={cents !== undefined} stale={!isSettled} />
      <div>
        <Button type="submit" disabled={isRefused}>
          {t(preview.data?.needsApproval ? 'new.ask' : 'new.submit')}
        </Button>
      </div>
    </form>
  );
}

interface AmountFieldsProps {
  purchase: Purchase;
  draft: Draft;
  tried: boolean;
  onSet: (part: Partial<Draft>) => void;
}

/** All that is left, or a part of it, with what that was worth in US dollars. */
function AmountFields({ purchase, draft, tried, onSet }: AmountFieldsProps) {
  const t = useWords(refundWords);
  const format = useFormat();
  const { currency, refundableCents } = purchase;
  const cents = centsIn(draft, purchase);
  const left = format.money(refundableCents, currency);
  const worth =
    cents === undefined || currency === 'USD' ? undefined : format.money(usdCentsOf(cents, purchase), 'USD');
  const isWrong = (tried || draft.amount !== null) && cents === undefined;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('amount')}
        value={draft.part}
        onChange={(value) => onSet({ part: value === 'some' ? 'some' : 'all' })}
        data={[
          { value: 'all', label: t('new.all', { amount: left }) },
          { value: 'some', label: t('new.some') },
        ]}
      />
      {draft.part === 'some' && (
        <NumberField
          data-autofocus
          label={t('new.amount', { currency })}
          description={t('new.amountHint', { amount: left })}
          error={isWrong && t('new.badAmount', { amount: left })}
          min={0}
          max={refundableCents / minorUnits(currency)}
          decimals={currencyDecimals(currency)}
          value={draft.amount}
          unread={draft.amount === null ? draft.unread : undefined}
          onChange={(amount, unread) => onSet({ amount, unread })}
        />
      )}
      {worth && <p className={classes.quiet}>{t('new.worth', { amount: worth })}</p>}
    </>
  );
}
