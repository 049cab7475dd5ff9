import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadedTable } from '../../api/loaded.tsx';
import { ErrorNote } from '../../api/show-error.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { IconShieldLock } from '../../ui/icons.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import listClasses from '../../ui/list/list.module.css';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { PaymentMark } from '../transactions/public.ts';
import { coinWords } from './coin-words.ts';
import { Coins, useCauseName, useCoinWords } from './coins.tsx';
import { LoadMore } from './more.tsx';
import { type LedgerEntry, ledgerQuery, proofOf, purchasesQuery } from './queries.ts';
import { SubjectName, useSubjectPictures } from './subject.tsx';
import tabClasses from './tabs.module.css';
import { useRefreshOnNewRow } from './use-fresh-user.ts';
import classes from './users.module.css';

/** The user's book, and the button that has it recomputed. */
export function LedgerTab({ id }: { id: string }) {
  return (
    <RequirePermission permission="wallet:read">
      <Proof id={id} />
      <Entries id={id} />
    </RequirePermission>
  );
}

function Entries({ id }: { id: string }) {
  const t = useWords(coinWords);
  const ledger = useInfiniteQuery(ledgerQuery(id));
  const entries = ledger.data?.pages.flatMap((page) => page.items);
  const columns = useColumns(entries ?? [], useTestPurchases(id));
  useRefreshOnNewRow(id, entries);
  if (entries?.length === 0) return <EmptyState title={t('ledger.empty.title')} text={t('ledger.empty.text')} />;
  return (
    <>
      <div className={listClasses.frame}>
        <LoadedTable query={ledger}>
          <DataTable
            label={t('event.title')}
            columns={columns}
            rows={entries}
            rowKey={(entry) => entry.id}
            linkOf={(entry) => ({ to: '/ledger/$eventId', params: { eventId: entry.eventId } })}
          />
        </LoadedTable>
      </div>
      <LoadMore query={ledger} />
    </>
  );
}

/** Whether coins moved for a test purchase, which is known for the latest purchases of the user. */
function useTestPurchases(id: string): (entry: LedgerEntry) => boolean {
  const { can } = useSession();
  const { data } = useInfiniteQuery({ ...purchasesQuery(id), enabled: can('payments:read') });
  const tests = new Set(
    data?.pages.flatMap(({ items }) => items.flatMap((one) => (one.environment === 'sandbox' ? [one.id] : []))),
  );
  return ({ refType, refId }) => refType === 'purchase' && refId !== null && tests.has(refId);
}

function useColumns(entries: readonly LedgerEntry[], isTest: (entry: LedgerEntry) => boolean): Column<LedgerEntry>[] {
  const t = useWords(coinWords);
  const format = useFormat();
  const coinWord = useCoinWords();
  const causeName = useCauseName();
  const pictureOf = useSubjectPictures(entries.map(({ subject }) => subject));
  return [
    {
      key: 'reason',
      label: t('ledger.reason'),
      cell: (entry) => (
        <Stack as="span" className={classes.who} tight>
          <span className={classes.whoName}>
            {coinWord.reason(entry.reason)} {isTest(entry) && <PaymentMark name="sandbox" />}
          </span>
          <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
            {entry.subject ? (
              <SubjectName subject={entry.subject} pictureOf={pictureOf} />
            ) : (
              <bdi>
                {entry.causeLabel === null ? coinWord.cause(entry.refType) : causeName(entry.causeLabel, entry.bought)}
              </bdi>
            )}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'wallets',
      label: t('ledger.wallets'),
      wideOnly: true,
      cell: (entry) =>
        format.list(
          entry.accounts.map(
            ({ account, amount }) => `${coinWord.wallet(account)} \u2066${format.signed(amount)}\u2069`,
          ),
        ),
    },
    { key: 'when', label: t('ledger.when'), cell: (entry) => <Time at={entry.createdAt} distance /> },
    { key: 'amount', label: t('ledger.amount'), number: true, cell: (entry) => <Coins amount={entry.amount} /> },
  ];
}

function Proof({ id }: { id: string }) {
  const t = useWords(coinWords);
  const format = useFormat();
  const proof = useMutation({ mutationFn: () => proofOf(id) });
  const { data } = proof;
  return (
    <Stack align="start" gap="md" mb="lg">
      <Button
        variant="default"
        leftSection={<IconShieldLock size={15} stroke={1.75} />}
        loading={proof.isPending}
        onClick={() => proof.mutate()}
      >
        {t('ledger.prove')}
      </Button>
      <div aria-live="polite" className={tabClasses.verdict}>
        <ErrorNote error={proof.error} />
        {data?.holds && (
          <Alert tone="positive" title={t('ledger.holds')}>
            {t('ledger.holdsText', {
              entries: format.number(data.entries),
              paid: format.number(data.balancePaid),
              bonus: format.number(data.balanceBonus),
            })}{' '}
            {t('ledger.checked')} <Time at={data.checkedAt} distance />
          </Alert>
        )}
        {data && !data.holds && (
          <Alert tone="danger" role="alert" title={t('ledger.broken')}>
            {t('ledger.brokenText')}
            <ul className={tabClasses.breaks}>
              {data.breaks.map(({ eventId, what }) => (
                <li key={eventId + what}>
                  <Link to="/ledger/$eventId" params={{ eventId }} className={classes.link}>
                    <code className="ltr">{eventId}</code>
                  </Link>{' '}
                  <bdi>{what}</bdi>
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
    </Stack>
  );
}
