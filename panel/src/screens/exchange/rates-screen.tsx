import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { ScreenPage } from '../../app/screen-page.tsx';
import { useSession } from '../../app/session.ts';
import { Box, Inline } from '../../ui/box.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { useFormat } from '../../ui/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { Person } from '../../ui/person.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { type Rate, ratesQuery } from './queries.ts';
import { RateWarnings } from './rate-warnings.tsx';
import { exchangeWords } from './words.ts';

const route = getRouteApi('/shell/exchange-rates');

export function RatesScreen() {
  const t = useWords(exchangeWords);
  const { can } = useSession();
  return (
    <ScreenPage
      title={t('title')}
      text={t('text')}
      action={{ label: t('new'), to: '/exchange-rates/new', permission: 'pricing:write' }}
    >
      {can('pricing:write') && <UploadRates />}
      <Rates />
    </ScreenPage>
  );
}

const isCounts = (body: unknown): body is Record<'added' | 'changed' | 'unchanged', number> =>
  typeof body === 'object' && body !== null && 'added' in body && 'changed' in body && 'unchanged' in body;

const textIn = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')));
    reader.readAsText(file);
  });

/** A file is looked at before anything of it is stored. */
function UploadRates() {
  const t = useWords(exchangeWords);
  const format = useFormat();
  const review = useReview();
  const counts = (body: unknown) => {
    if (!isCounts(body)) return null;
    const { added, changed, unchanged } = body;
    const shown = {
      added: format.number(added),
      changed: format.number(changed),
      unchanged: format.number(unchanged),
    };
    return (
      <>
        <p>{t('upload.counts', shown)}</p>
        <RateWarnings body={body} />
      </>
    );
  };
  const send = async (file: File) => {
    const csv = await textIn(file);
    review.open({
      title: t('upload.sheet', { file: file.name }),
      about: file.name,
      confirmLabel: t('upload.confirm'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) => change('POST', '/v1/admin/exchange-rates', { body: { csv, ...(note && { note }) } }),
      notice: counts,
    });
  };
  return (
    <Box as="section" mb="2xl" aria-label={t('upload.title')}>
      <DropZone
        label={t('upload.drop')}
        hint={t('upload.hint')}
        accept=".csv,text/csv"
        onFiles={([file]) => file && void send(file)}
      />
    </Box>
  );
}

function Rates() {
  const t = useWords(exchangeWords);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useQuery(ratesQuery);
  const columns = useColumns();
  return (
    <ListPage
      name="exchange-rates"
      label={t('list')}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      filters={[]}
      page={page}
      columns={columns}
      rowKey={({ id }) => id}
      linkOf={({ currency }) => ({ to: '/exchange-rates/$currency', params: { currency }, search: true })}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

function useColumns(): Column<Rate>[] {
  const t = useWords(exchangeWords);
  const format = useFormat();
  return [
    { key: 'currency', label: t('currency'), cell: ({ currency }) => <bdi>{currency}</bdi> },
    {
      key: 'rate',
      label: t('rate'),
      number: true,
      cell: ({ usdPerUnit }) => <span className="ltr tabular">{usdPerUnit}</span>,
    },
    {
      key: 'day',
      label: t('day'),
      cell: ({ day, isStale }) => (
        <Inline as="span" gap="sm" wraps>
          {format.date(day)}
          {isStale && <StatusPill tone="warning">{t('stale')}</StatusPill>}
        </Inline>
      ),
    },
    { key: 'source', label: t('source'), wideOnly: true, cell: ({ source }) => t(source) },
    { key: 'setBy', label: t('setBy'), wideOnly: true, cell: ({ setBy }) => <Person {...setBy} /> },
  ];
}
