import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { change } from '../../api/change.ts';
import type { Schema } from '../../api/client.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { useWords } from '../../words/define.ts';
import { Money } from './parts.tsx';
import { packagesQuery, type Row, usersFound } from './queries.ts';
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
  const { event, purchase, transactionId, amountCents, currency } = row;
  const known = purchase ?? event;
  const [user, setUser] = useState<Named | null>(
    known?.userId ? { id: known.userId, name: known.userName ?? known.userId } : null,
  );
  const [sku, setSku] = useState(known?.productId ?? '');
  const submit = () => {
    if (!user || sku === '') return;
    review.open({
      title: t('credit.sheet', { name: user.name }),
      about: user.name,
      intro: t('credit.intro', { sku, transaction: transactionId }),
      confirmLabel: t('credit.confirm'),
      names: new Map([[user.id, user.name]]),
      change: change('POST', '/v1/admin/payments/reconciliation/{id}/rows/{line}/credit', {
        path: { id: runId, line: String(line) },
        body: { userId: user.id, sku },
      }),
      onDone,
    });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.quiet}>
        {t('credit.text')}{' '}
        {amountCents !== null && currency !== null && <Money cents={amountCents} currency={currency} />}
      </p>
      <UserField user={user} onUser={setUser} />
      <PackageField sku={sku} onSku={setSku} />
      <div>
        <Button type="submit" disabled={!user || sku === ''}>
          {t('credit.continue')}
        </Button>
      </div>
    </form>
  );
}

const offerOf = ({ id, displayName, email }: Schema<'UserListItem'>) => ({
  value: id,
  label: [displayName, email].filter((one) => one !== null).join(' · ') || id,
  name: displayName ?? email ?? id,
});

interface Named {
  readonly id: string;
  readonly name: string;
}

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

/** From the list of packages, or typed where one may not see them. */
function PackageField({ sku, onSku }: { sku: string; onSku: (sku: string) => void }) {
  const t = useWords(reconciliationWords);
  const { may } = useSession();
  const sees = may('pricing:read');
  const packages = useQuery({ ...packagesQuery, enabled: sees });
  if (!sees) {
    return (
      <TextInput label={t('credit.sku')} value={sku} onChange={(event) => onSku(event.currentTarget.value.trim())} />
    );
  }
  const options = (packages.data ?? []).map((one) => ({
    value: one.sku,
    label: t('credit.package', { sku: one.sku, coins: one.coins + one.bonusCoins, count: one.coins + one.bonusCoins }),
  }));
  return (
    <Select
      label={t('credit.sku')}
      searchable
      data={options}
      value={options.some(({ value }) => value === sku) ? sku : null}
      onChange={(value) => onSku(value ?? '')}
    />
  );
}
