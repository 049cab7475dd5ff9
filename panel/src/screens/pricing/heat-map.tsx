import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import classes from './heat-map.module.css';
import { useCoins } from './names.ts';
import { heatMapQuery } from './queries.ts';
import { PricedSeriesPick } from './series-pick.tsx';
import tables from './tables.module.css';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing');

/** What every episode of a series costs in every market; each price leads to its reasons. */
export function HeatMap() {
  const t = useWords(pricingWords);
  const { series } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.heat}>
      <PricedSeriesPick chosen={series} onChoose={(id) => void navigate({ search: { view: 'table', series: id } })} />
      {series ? <Prices seriesId={series} /> : <EmptyState title={t('heat.none')} text={t('heat.choose')} />}
    </div>
  );
}

function Prices({ seriesId }: { seriesId: string }) {
  const t = useWords(pricingWords);
  const map = useQuery(heatMapQuery(seriesId));
  return (
    <Loaded query={map} lines={8}>
      {(data) =>
        data.episodes.length === 0 ? (
          <EmptyState title={t('heat.noEpisodes')} text={t('heat.noEpisodesText')} />
        ) : (
          <PriceTable map={data} />
        )
      }
    </Loaded>
  );
}

/** The dearer, the stronger; faint enough for the number on it to be read. */
const shadeOf = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${Math.round(share * 30)}%, var(--bg-raised))`;

function PriceTable({ map: { seriesId, markets, episodes } }: { map: Schema<'PriceHeatMap'> }) {
  const t = useWords(pricingWords);
  const format = useFormat();
  const coins = useCoins();
  const titleIn = useTitleIn();
  const { country } = usePlaces();
  const nameOf = (market: string | null) => (market === null ? t('heat.elsewhere') : country(market));
  const most = Math.max(1, ...episodes.flatMap(({ prices }) => prices.map(({ coinsRequired }) => coinsRequired)));
  return (
    <ScrollBox label={t('heat.title')} framed>
      <table className={tables.prices} aria-label={t('heat.title')}>
        <thead>
          <tr>
            <th scope="col">{t('episode')}</th>
            {markets.map((market) => (
              <th key={market} scope="col">
                {nameOf(market)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {episodes.map(({ id, episodeNumber, title, titleI18n, prices }) => (
            <tr key={id}>
              <th scope="row">
                <span className="tabular">{format.number(episodeNumber)}</span> <bdi>{titleIn(title, titleI18n)}</bdi>
              </th>
              {prices.map(({ coinsRequired, priceSource }, index) => {
                const market = markets[index] ?? null;
                const label = t('heat.cell', {
                  number: episodeNumber,
                  market: nameOf(market),
                  coins: coins(coinsRequired),
                  source: t(`source.${priceSource}`),
                });
                return (
                  <td key={market}>
                    <Link
                      to="/pricing"
                      search={{ view: 'table', series: seriesId, episode: id, ...(market && { market }) }}
                      className={classes.price}
                      data-source={priceSource}
                      aria-label={label}
                      title={label}
                      style={{ background: shadeOf(coinsRequired / most) }}
                    >
                      {coinsRequired === 0 ? t('free') : format.number(coinsRequired)}
                    </Link>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
