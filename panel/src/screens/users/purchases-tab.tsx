import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadedTable } from '../../api/loaded.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import listClasses from '../../ui/list/list.module.css';
import { Money } from '../../ui/money.tsx';
import { useIsNarrow } from '../../ui/narrow.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useReasonWord } from '../../words/server.ts';
import { PaymentMarks, TransactionStatus } from '../transactions/public.ts';
import { Copied } from './about.tsx';
import { LoadMore } from './more.tsx';
import { useProductName } from './product-name.ts';
import { PurchaseRefunds } from './purchase-refunds.tsx';
import { type Purchase, purchasesQuery, type User } from './queries.ts';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import { useRefreshOnNewRow } from './use-fresh-user.ts';
import classes from './users.module.css';

/** What the user paid for, in the currency that was paid. */
export function PurchasesTab({ user }: { user: User }) {
  return (
    <RequirePermission permission="payments:read">
      <Purchases user={user} />
    </RequirePermission>
  );
}

function Purchases({ user }: { user: User }) {
  const t = useWords(tabWords);
  const purchases = useInfiniteQuery(purchasesQuery(user.id));
  const rows = purchases.data?.pages.flatMap((page) => page.items);
  const nameOf = useProductName(user);
  const isNarrow = useIsNarrow();
  useRefreshOnNewRow(user.id, rows);
  if (rows?.length === 0) return <EmptyState title={t('purchases.empty.title')} text={t('purchases.empty.text')} />;
  return (
    <>
      <div className={listClasses.frame}>
        <LoadedTable query={purchases}>
          <table className={tabClasses.plain} aria-label={t('purchases.label')}>
            <thead>
              <tr>
                <th scope="col">{t('purchases.what')}</th>
                {!isNarrow && <th scope="col">{t('purchases.how')}</th>}
                <th scope="col">{t('purchases.status')}</th>
                {!isNarrow && <th scope="col">{t('purchases.when')}</th>}
                <th scope="col" data-number>
                  {t('purchases.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows?.map((purchase) => (
                <PurchaseRow key={purchase.id} purchase={purchase} name={nameOf(purchase.productId, purchase)} />
              ))}
            </tbody>
          </table>
        </LoadedTable>
      </div>
      <LoadMore query={purchases} />
    </>
  );
}

function PurchaseRow({ purchase, name }: { purchase: Purchase; name: string }) {
  const t = useWords(tabWords);
  const railName = useRailName();
  const isNarrow = useIsNarrow();
  const reasonWord = useReasonWord();
  const { kind, productId, platform, transactionId, amountCents, currency, failureReason, createdAt } = purchase;
  return (
    <tr>
      <td>
        <Stack as="span" className={tabClasses.folds} tight>
          <ObjectLink type="purchase" id={purchase.id}>
            <bdi className={classes.whoName}>
              {kind === 'subscription' ? t('purchases.period', { product: name }) : name}
            </bdi>
          </ObjectLink>
          <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
            {kind === 'coin_pack' && <bdi>{productId}</bdi>}
            <PurchasedCoins purchase={purchase} />
          </Text>
          {isNarrow && (
            <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
              {railName(platform)} · <Time at={createdAt} distance />
            </Text>
          )}
        </Stack>
      </td>
      {!isNarrow && (
        <td>
          {railName(platform)}
          {transactionId !== null && (
            <div className={tabClasses.reference}>
              <Copied label={t('purchases.transactionId')} text={transactionId} />
            </div>
          )}
        </td>
      )}
      <td>
        <Inline as="span" gap="2xs" wraps>
          <TransactionStatus payment={purchase} />
          <PaymentMarks of={purchase} />
        </Inline>
        {failureReason !== null && (
          <Text as="div" className={classes.whoMore} size="sm" weight="normal" tone="muted">
            <bdi>{reasonWord(failureReason)}</bdi>
          </Text>
        )}
      </td>
      {!isNarrow && (
        <td>
          <Time at={createdAt} distance />
        </td>
      )}
      <td data-number>
        <Money cents={amountCents} currency={currency} />
        <PurchaseRefunds purchase={purchase} name={name} />
      </td>
    </tr>
  );
}

/**
 * The coins that it brought, which lead to their movement, or will bring once it is paid; none where it was declined. A
 * package is called by its coins, which are not said again.
 */
function PurchasedCoins({ purchase }: { purchase: Purchase }) {
  const { can } = useSession();
  const { kind, status, failureReason, eventId } = purchase;
  const isPending = status === 'pending';
  const coins = usePurchasedText(purchase);
  const leads = eventId !== null && can('wallet:read');
  const isSaid = kind === 'coin_pack' && !leads && !isPending;
  if (coins === undefined || isSaid || (isPending && failureReason !== null)) return null;
  return (
    <>
      {kind === 'coin_pack' && ' · '}
      {leads ? (
        <Link to="/ledger/$eventId" params={{ eventId }} className={classes.link}>
          {coins}
        </Link>
      ) : (
        <span>{coins}</span>
      )}
    </>
  );
}

function usePurchasedText({ kind, status, coinsGranted, bonusCoins }: Purchase): string | undefined {
  const t = useWords(tabWords);
  const format = useFormat();
  const isPending = status === 'pending';
  const count = coinsGranted + bonusCoins;
  if (count === 0) return undefined;
  if (kind === 'coin_pack') return t(isPending ? 'purchases.notPaid' : 'purchases.movement');
  return t(isPending ? 'purchases.oncePaid' : 'purchases.coins', { count, amount: format.number(count) });
}
