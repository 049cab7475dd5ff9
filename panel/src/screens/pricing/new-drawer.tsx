import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { fromField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import type { FieldSpec } from '../../ui/form/fields.ts';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useTitleIn } from '../../words/title.ts';
import { useCoins } from './names.ts';
import { type OverrideValues, overrideFieldNames, useOverrideFields } from './override-fields.ts';
import { heatMapQuery, type Scope, seriesChoicesQuery } from './queries.ts';
import { PricedSeriesPick } from './series-pick.tsx';
import { TargetIntro, useIsFreeNow } from './target-intro.tsx';
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
  /** The poster of the series; a market has none. */
  readonly picture?: { readonly url: string | null; readonly shape: 'poster' };
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
  const picture = { url: chosen.pictureUrl, shape: 'poster' } as const;
  if (scope === 'series') return { ref: series, name, picture };
  const number = map?.episodes.find(({ id }) => id === episode)?.episodeNumber;
  return number === undefined ? undefined : { ref: episode, name: t('episodeOf', { series: name, number }), picture };
}

/** What was chosen, by its id or country and by name; undefined until it is. */
function useChosen(target: Target): Chosen | undefined {
  const { country } = usePlaces();
  const item = useChosenItem(target);
  const { scope, market } = target;
  if (scope !== 'market') return item;
  return market === '' ? undefined : { ref: market, name: country(market) };
}

type NewValues = OverrideValues & Readonly<{ scope: string; series: string; episode: string; market: string }>;

const targetIn = ({ scope, series, episode, market }: NewValues): Target => ({
  scope: scopes.find((one) => one === scope) ?? 'series',
  series: series || undefined,
  episode,
  market,
});

/** Another price for a series, an episode or a market. */
export function NewOverrideDrawer() {
  const t = useWords(pricingWords);
  const coinsIn = useCoins();
  const review = useReview();
  const navigate = route.useNavigate();
  const { series: shown = '' } = getRouteApi('/shell/pricing').useSearch();
  const nothing = {
    scope: 'series',
    series: shown,
    episode: '',
    market: '',
    coins: null,
    activeFrom: '',
    activeTo: '',
  };
  const chosenHere: FieldSpec = { kind: 'choice', label: t('for'), options: [] };
  const form = useSchemaForm<NewValues>(
    {
      scope: chosenHere,
      series: chosenHere,
      episode: chosenHere,
      market: chosenHere,
      ...useOverrideFields(t('form.fromHint')),
    },
    { values: nothing, tag: null },
    { draft: `price.new ${shown}`.trim() },
  );
  const target = targetIn(form.values);
  const chosen = useChosen(target);
  const isFreeNow = useIsFreeNow(target.scope, target.series, target.episode);
  const close = () => void navigate({ to: '/pricing', search: true });
  const submit = () => {
    const { coins, activeFrom, activeTo } = form.values;
    if (!chosen || coins === null) return;
    const from = fromField(activeFrom);
    const body = { scope: target.scope, scopeRef: chosen.ref, coins, activeTo: fromField(activeTo) ?? null };
    review.open({
      title: t('form.newSheet', { name: chosen.name, coins: coinsIn(coins) }),
      intro: (
        <TargetIntro
          name={chosen.name}
          picture={chosen.picture}
          text={t('form.newText')}
          endsFree={isFreeNow && coins > 0}
        />
      ),
      confirmLabel: t('new'),
      done: () => t('done.set', { name: chosen.name, coins: coinsIn(coins) }),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/pricing/overrides', {
          body: { ...body, ...(from && { activeFrom: from }), ...(note && { note }) },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('form.newText')} onClose={close} size={480}>
      <SchemaFormFrame form={form} onSubmit={submit}>
        <TargetFields target={target} onTarget={form.set} />
        {overrideFieldNames.map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
        <div>
          <Button type="submit" disabled={!chosen}>
            {t('form.continue')}
          </Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}

interface TargetFieldsProps {
  target: Target;
  onTarget: (name: keyof Target, value: string) => void;
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
        onChange={(value) => onTarget('scope', value)}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
      />
      {scope === 'market' ? (
        <NativeSelect
          label={t('scope.market')}
          value={market}
          onChange={(event) => onTarget('market', event.currentTarget.value)}
          data={[choose, ...all()]}
        />
      ) : (
        <PricedSeriesPick
          autoFocus
          chosen={series}
          onChoose={(id) => {
            onTarget('series', id);
            onTarget('episode', '');
          }}
        />
      )}
      {scope === 'episode' && series && (
        <EpisodeField seriesId={series} chosen={episode} onChoose={(id) => onTarget('episode', id)} />
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
