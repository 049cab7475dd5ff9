import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { momentOf } from './moments.ts';
import { useCoins } from './names.ts';
import { faultOf, OverrideFields, type Typed } from './override-fields.tsx';
import classes from './pricing.module.css';
import { heatMapQuery, type Scope, seriesChoicesQuery } from './queries.ts';
import { PricedSeriesPick } from './series-pick.tsx';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing/new');
const scopes: readonly Scope[] = ['series', 'episode', 'market'];

interface Target {
  readonly scope: Scope;
  readonly series: string | undefined;
  readonly episode: string;
  readonly market: string;
}

interface Chosen {
  readonly ref: string;
  readonly name: string;
}

/** The series that was chosen, and its episode where one is asked for. */
function useChosenItem({ scope, series = '', episode }: Target): Chosen | undefined {
  const t = useWords(pricingWords);
  const titleIn = useTitleIn();
  const { data: found = [] } = useQuery({ ...seriesChoicesQuery(series), enabled: series !== '' });
  const { data: map } = useQuery({ ...heatMapQuery(series), enabled: series !== '' && scope === 'episode' });
  const chosen = found.find(({ id }) => id === series);
  if (!chosen) return undefined;
  const name = titleIn(chosen.title, chosen.titleI18n);
  if (scope === 'series') return { ref: series, name };
  const number = map?.episodes.find(({ id }) => id === episode)?.episodeNumber;
  return number === undefined ? undefined : { ref: episode, name: t('episodeOf', { series: name, number }) };
}

/** What was chosen, by its id or country and by name; undefined until it is. */
function useChosen(target: Target): Chosen | undefined {
  const { country } = usePlaces();
  const item = useChosenItem(target);
  const { scope, market } = target;
  if (scope !== 'market') return item;
  return market === '' ? undefined : { ref: market, name: country(market) };
}

/** Another price for a series, an episode or a market. */
export function NewOverrideDrawer() {
  const t = useWords(pricingWords);
  const coinsIn = useCoins();
  const review = useReview();
  const navigate = route.useNavigate();
  const { series: shown } = getRouteApi('/shell/pricing').useSearch();
  const [target, setTarget] = useState<Target>({ scope: 'series', series: shown, episode: '', market: '' });
  const [typed, setTyped] = useState<Typed>({ coins: '', from: '', to: '' });
  const chosen = useChosen(target);
  const close = () => void navigate({ to: '/pricing', search: true });
  const submit = () => {
    const { coins, from, to } = typed;
    if (!chosen || coins === '' || faultOf(typed)) return;
    const activeFrom = momentOf(from);
    const body = { scope: target.scope, scopeRef: chosen.ref, coins, activeTo: momentOf(to) ?? null };
    review.open({
      title: t('form.newSheet', { name: chosen.name, coins: coinsIn(coins) }),
      intro: t('form.newText'),
      confirmLabel: t('new'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/pricing/overrides', {
          body: { ...body, ...(activeFrom && { activeFrom }), ...(note && { note }) },
        }),
      onDone: close,
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('form.newText')} onClose={close} size={480}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TargetFields target={target} onTarget={setTarget} />
        <OverrideFields typed={typed} onType={setTyped} fromHint={t('form.fromHint')} />
        <div>
          <Button type="submit" disabled={!chosen || faultOf(typed) !== undefined}>
            {t('form.continue')}
          </Button>
        </div>
      </form>
    </DetailDrawer>
  );
}

interface TargetFieldsProps {
  target: Target;
  onTarget: (target: Target) => void;
}

function TargetFields({ target, onTarget }: TargetFieldsProps) {
  const t = useWords(pricingWords);
  const { all } = usePlaces();
  const { scope, series, episode, market } = target;
  const choose = { value: '', label: t('form.choose') };
  return (
    <>
      <SegmentedControl
        aria-label={t('for')}
        value={scope}
        onChange={(value) => onTarget({ ...target, scope: scopes.find((one) => one === value) ?? scope })}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {scope === 'market' ? (
        <NativeSelect
          label={t('scope.market')}
          value={market}
          onChange={(event) => onTarget({ ...target, market: event.currentTarget.value })}
          data={[choose, ...all()]}
        />
      ) : (
        <PricedSeriesPick
          autoFocus
          chosen={series}
          onChoose={(id) => onTarget({ ...target, series: id, episode: '' })}
        />
      )}
      {scope === 'episode' && series && (
        <EpisodeField seriesId={series} chosen={episode} onChoose={(id) => onTarget({ ...target, episode: id })} />
      )}
    </>
  );
}

interface EpisodeFieldProps {
  seriesId: string;
  chosen: string;
  onChoose: (id: string) => void;
}

/** An episode, by its number and title and with what it costs now. */
function EpisodeField({ seriesId, chosen, onChoose }: EpisodeFieldProps) {
  const t = useWords(pricingWords);
  const coins = useCoins();
  const titleIn = useTitleIn();
  const { data: map } = useQuery(heatMapQuery(seriesId));
  const options = (map?.episodes ?? []).map(({ id, episodeNumber, title, titleI18n, prices }) => ({
    value: id,
    label: t('form.episode', {
      number: episodeNumber,
      title: titleIn(title, titleI18n),
      coins: coins(prices[0]?.coinsRequired ?? 0),
    }),
  }));
  return (
    <NativeSelect
      label={t('scope.episode')}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[{ value: '', label: t('form.choose') }, ...options]}
    />
  );
}
