import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { Columns, Stack, Text } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { useRowColumns } from './columns.tsx';
import { Period } from './parts.tsx';
import { type Bucket, bucketOf, buckets, countOf, handledOf, type Run, rowsQuery, runQuery } from './queries.ts';
import classes from './reconciliation.module.css';
import { Sums } from './sums.tsx';
import { reconciliationWords } from './words.ts';

const route = getRouteApi('/shell/reconciliation/$id');

/** One file beside our payments: what agreed, and what did not, bucket by bucket. */
export function RunScreen() {
  const t = useWords(reconciliationWords);
  const { id } = route.useParams();
  const run = useQuery(runQuery(id));
  return (
    <Page title={run.data?.fileName ?? t('title')} description={run.data && <About run={run.data} />}>
      <RequirePermission>
        <Loaded query={run} lines={8}>
          {(data) => (
            <>
              <Buckets run={data} />
              {data.kind === 'sums' ? <Sums run={data} /> : <Rows run={data} />}
            </>
          )}
        </Loaded>
        <Outlet />
      </RequirePermission>
    </Page>
  );
}

function About({ run: { rail, period, ranBy, createdAt } }: { run: Run }) {
  const t = useWords(reconciliationWords);
  const railName = useRailName();
  return (
    <>
      <Link to="/reconciliation">{t('all')}</Link> · {railName(rail)} · <Period of={period} /> · <Person {...ranBy} /> ·{' '}
      <Time at={createdAt} />
    </>
  );
}

/** How many rows each bucket has and what they come to; a bucket with rows is looked at by choosing it. */
function Buckets({ run }: { run: Run }) {
  const t = useWords(reconciliationWords);
  const search = route.useSearch();
  const shown = bucketOf(run, search);
  return (
    <Columns as="ul" min="sm" gap="md" mb="2xl" aria-label={t('buckets')}>
      <Stack as="li" className={classes.bucket} gap="3xs" framed="plain" data-tone="positive">
        <Figures run={run} bucket="matched" count={run.matched} />
      </Stack>
      {buckets.map((bucket) => {
        const count = countOf(run.counts, bucket);
        if (run.kind === 'sums' && bucket === 'duplicates') return null;
        return (
          <Stack
            key={bucket}
            as="li"
            className={classes.bucket}
            gap="3xs"
            framed="plain"
            data-tone={count > 0 ? 'warning' : undefined}
          >
            {run.kind === 'sums' ? (
              <div className={classes.choose}>
                <Figures run={run} bucket={bucket} count={count} />
              </div>
            ) : (
              <Link
                to="/reconciliation/$id"
                params={{ id: run.id }}
                search={{ bucket }}
                className={classes.choose}
                aria-current={bucket === shown || undefined}
              >
                <Figures run={run} bucket={bucket} count={count} />
                <Handled count={count} handled={handledOf(run, bucket)} />
              </Link>
            )}
          </Stack>
        );
      })}
    </Columns>
  );
}

/** How much of a bucket was dealt with, and how much is open. */
function Handled({ count, handled }: { count: number; handled: number | undefined }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  if (handled === undefined || count === 0) return null;
  const figures = { open: format.number(count - handled), handled: format.number(handled) };
  return <small>{t('handled', figures)}</small>;
}

function Figures({ run, bucket, count }: { run: Run; bucket: Bucket | 'matched'; count: number }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const sums = run.totals.filter((total) => total.bucket === bucket);
  return (
    <>
      <small>{t(`bucket.${bucket}`)}</small>
      <Text size="3xl" weight="strong" tabular>
        {format.number(count)}
      </Text>
      {sums.map(({ currency, amountCents }) => (
        <small key={currency}>
          <Money cents={amountCents} currency={currency} />
        </small>
      ))}
    </>
  );
}

function Rows({ run }: { run: Run }) {
  const t = useWords(reconciliationWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bucket = bucketOf(run, search);
  const page = useQuery(rowsQuery(run.id, bucket, search));
  const columns = useRowColumns(bucket);
  const isClean = buckets.every((one) => countOf(run.counts, one) === 0);
  // All agrees, the rows are too old to be kept, or none is of this kind.
  const emptyName = isClean ? 'allClean' : run.rowsDeletedAt === null ? 'noRows' : 'oldRows';
  return (
    <>
      <Text as="h2" mb="2xs">
        {t(`bucket.${bucket}`)}
      </Text>
      <Text as="p" tone="muted" mb="lg">
        {t(`explained.${bucket}`)}
      </Text>
      <ListPage
        name="reconciliation-rows"
        label={t(`bucket.${bucket}`)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        filters={[]}
        page={page}
        columns={columns}
        rowKey={({ number }) => String(number)}
        // The row's own bucket: rows of the one before are shown until those of the chosen one are loaded.
        linkOf={({ number, bucket: own }) => ({
          to: '/reconciliation/$id/rows/$number',
          params: { id: run.id, number: String(number) },
          search: { ...search, bucket: own },
        })}
        empty={{ title: t(`${emptyName}.title`), text: t(`${emptyName}.text`) }}
      />
    </>
  );
}
