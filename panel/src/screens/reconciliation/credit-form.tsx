import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { change } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { useProductCalled } from '../../app/bought.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Alert } from '../../ui/alert.tsx';
import { Note, Stack } from '../../ui/box.tsx';
import { useRestoredAt } from '../../ui/draft.ts';
import { RestoredDraft } from '../../ui/form/restored-draft.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { useWords } from '../../words/define.ts';
import { draftName, useCreditDraft } from './credit-draft.ts';
import { type Named, userOf } from './payer.ts';
import { type CreditablePackage, packagesQuery, type Row, usersFound } from './queries.ts';
import classes from './reconciliation.module.css';
import { reconciliationWords } from './words.ts';

interface CreditFormProps {
  runId: string;
  line: number;
  row: Row;
  onDone: () => void;
}

/** For whom a payment was, and for what; what the rail told in vain is filled in. */
export function CreditForm({ runId, line, row, onDone }: CreditFormProps) {
  const t = useWords(reconciliationWords);
  const review = useReview();
  const { transactionId, amountCents, currency } = row;
  const draft = draftName(runId, line);
  const { user, sku, set, clear, isKept } = useCreditDraft(draft, row);
  const restoredAt = useRestoredAt(draft);
  const packageName = usePackageName();
  const packages = useQuery(packagesQuery(runId));
  const chosen = packages.data?.find((one) => one.sku === sku);
  const open = (user: Named, sku: string, purchaseId?: string) => {
    const chosen = packages.data?.find((one) => one.sku === sku);
    review.open({
      title: t('credit.sheet', { name: user.name }),
      about: user.name,
      intro: t('credit.intro', { name: chosen ? packageName(chosen) : sku, transaction: transactionId }),
      confirmLabel: t('credit.confirm'),
      done: () => t('credit.done', { name: user.name }),
      draft,
      change: change('POST', '/v1/admin/payments/reconciliation/{id}/rows/{line}/credit', {
        path: { id: runId, line: String(line) },
        body: { userId: user.id, sku, ...(purchaseId !== undefined && { purchaseId }) },
      }),
      onDone: () => {
        clear();
        onDone();
      },
    });
  };
  return (
    <Stack
      as="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        if (user && sku !== '') open(user, sku);
      }}
    >
      <RestoredDraft at={isKept ? restoredAt : undefined} draft={draft} onDiscard={clear} />
      <Note>
        {t('credit.text')}{' '}
        {amountCents !== null && currency !== null && <Money cents={amountCents} currency={currency} />}
      </Note>
      <Suggestions
        row={row}
        onChoose={(payer, { productId, purchaseId }) => {
          set({ user: payer, sku: productId });
          open(payer, productId, purchaseId);
        }}
      />
      <UserField key={user?.id} user={user} onUser={(next) => set({ user: next })} />
      <PackageField packages={packages.data ?? []} row={row} sku={sku} onSku={(next) => set({ sku: next })} />
      {chosen && <PriceNotice row={row} chosen={chosen} />}
      <div>
        <Button type="submit" disabled={!user || sku === ''}>
          {t('credit.continue')}
        </Button>
      </div>
    </Stack>
  );
}

type Suggestion = Row['suggestions'][number];

interface SuggestionsProps {
  row: Row;
  onChoose: (payer: Named, purchase: Suggestion) => void;
}

/** Pending purchases that the payment is probably for; choosing one leads to the review of its credit. */
function Suggestions({ row: { suggestions }, onChoose }: SuggestionsProps) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const nameOf = useUserName();
  const productName = useProductCalled();
  if (suggestions.length === 0) return null;
  return (
    <fieldset className={classes.suggestions} aria-label={t('credit.suggestions')}>
      {suggestions.map((purchase) => {
        const payer = { id: purchase.userId, name: userOf(purchase, nameOf)?.name ?? '' };
        const about = [
          productName(purchase.productId, purchase.bought),
          format.money(purchase.amountCents, purchase.currency),
          t('credit.started', { at: format.dateTime(purchase.startedAt, 'UTC') }),
        ];
        return (
          <Button key={purchase.purchaseId} variant="light" onClick={() => onChoose(payer, purchase)}>
            <Stack as="span" align="start" gap="3xs" tight>
              <span>{t('probably', { name: payer.name })}</span>
              <small>{about.join(' · ')}</small>
            </Stack>
          </Button>
        );
      })}
      <Note>{t('credit.someoneElse')}</Note>
    </fieldset>
  );
}

const offerOf = ({ id, displayName, email }: Schema<'UserListItem'>) => ({
  value: id,
  label: [displayName, email].filter((one) => one !== null).join(' · ') || id,
  name: displayName ?? email ?? id,
});

/** Who is meant by what is typed; nobody is looked for while that is who is chosen already. */
function useOffers(typed: string, user: Named | null) {
  const wanted = useDeferredValue(typed.trim());
  const isOpen = wanted.length >= 2 && wanted !== user?.name;
  const found = useQuery({ ...usersFound(wanted), enabled: isOpen });
  const offers = (found.data?.items ?? []).map(offerOf);
  const own = user && !offers.some(({ value }) => value === user.id) ? [{ value: user.id, label: user.name }] : [];
  return { offers, own, isNobody: isOpen && !found.isFetching };
}

function UserField({ user, onUser }: { user: Named | null; onUser: (user: Named | null) => void }) {
  const t = useWords(reconciliationWords);
  const [typed, setTyped] = useState(user?.name ?? '');
  const { offers, own, isNobody } = useOffers(typed, user);
  return (
    <Select
      label={t('credit.user')}
      placeholder={t('credit.userHint')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={isNobody ? t('credit.nobody') : t('credit.userHint')}
      filter={({ options }) => options}
      data={[...own, ...offers.map(({ value, label }) => ({ value, label }))]}
      value={user?.id ?? null}
      onChange={(id) => {
        const one = offers.find(({ value }) => value === id);
        onUser(one ? { id: one.value, name: one.name } : null);
      }}
    />
  );
}

const isAtPrice = ({ amountCents, currency }: Row, { priceCents }: CreditablePackage): boolean =>
  currency === 'USD' && amountCents === priceCents;

interface PackageFieldProps {
  packages: readonly CreditablePackage[];
  row: Row;
  sku: string;
  onSku: (sku: string) => void;
}

/** A package by its coins and price, and then as the store calls it. */
function usePackageName(): (one: CreditablePackage) => string {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  return ({ sku, coins, bonusCoins, priceCents }) => {
    const count = coins + bonusCoins;
    const price = format.money(priceCents, 'USD');
    return t('credit.package', { sku, coins: format.number(count), count, price });
  };
}

/** Those of exactly this price come first, and then those that are sold this way. */
function PackageField({ packages, row, sku, onSku }: PackageFieldProps) {
  const t = useWords(reconciliationWords);
  const packageName = usePackageName();
  const rank = (one: CreditablePackage): number => (isAtPrice(row, one) ? 0 : 2) + (one.isSoldByRail ? 0 : 1);
  const options = packages
    .toSorted((one, other) => rank(one) - rank(other) || one.priceCents - other.priceCents)
    .map((one) => ({ value: one.sku, label: packageName(one) }));
  return (
    <Select
      label={t('credit.sku')}
      placeholder={t('credit.skuHint')}
      searchable
      nothingFoundMessage={t('credit.noPackage')}
      data={options}
      value={options.some(({ value }) => value === sku) ? sku : null}
      onChange={(value) => onSku(value ?? '')}
    />
  );
}

/** What the package costs, and why another amount takes a second person. */
function PriceNotice({ row, chosen }: { row: Row; chosen: CreditablePackage }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const { amountCents, currency } = row;
  const price = format.money(chosen.priceCents, 'USD');
  if (isAtPrice(row, chosen)) return <Note>{t('credit.samePrice', { price })}</Note>;
  const paid = amountCents === null || currency === null ? '–' : format.money(amountCents, currency);
  return (
    <Alert tone="warning" title={t('credit.otherPrice', { price, paid })}>
      {t('credit.otherPriceText')}
    </Alert>
  );
}
