import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { Inline, Rows, Text } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { historyQuery } from './queries.ts';
import { exchangeWords } from './words.ts';

const route = getRouteApi('/shell/exchange-rates/$currency');

/** The rates of a currency, also those that were replaced. */
export function HistoryDrawer() {
  const t = useWords(exchangeWords);
  const format = useFormat();
  const { currency } = route.useParams();
  const navigate = route.useNavigate();
  const history = useQuery(historyQuery(currency));
  const close = () => void navigate({ to: '/exchange-rates', search: true });
  return (
    <DetailDrawer title={currency} subtitle={t('history')} onClose={close} size={440}>
      <Loaded query={history} lines={6}>
        {({ items }) => (
          <Rows aria-label={t('history')}>
            {items.map(({ id, day, usdPerUnit, source, setBy, createdAt }) => (
              <Inline as="li" key={id} justify="between" gap="lg" rowGap="2xs" wraps>
                <span>{format.date(day)}</span>
                <span className="ltr tabular">{usdPerUnit}</span>
                <Text size="sm" tone="muted">
                  {t(source)} · <Person {...setBy} /> · <Time at={createdAt} distance />
                </Text>
              </Inline>
            ))}
          </Rows>
        )}
      </Loaded>
    </DetailDrawer>
  );
}
