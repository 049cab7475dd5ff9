import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Stack, WithAside } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { OrderConflict } from '../../ui/order/staged-diff.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './curation.module.css';
import { keyOf, type ListedSeries, useStagedSeries } from './listed-series.ts';
import { type ReelEntry, reelQuery } from './queries.ts';
import { scoresFor } from './scores.ts';
import { SeriesAdder } from './series-adder.tsx';
import { SeriesOrder } from './series-row.tsx';
import { StagedBar, useOnStale } from './staged-bar.tsx';
import { railWords } from './words.ts';

export function ReelScreen() {
  const t = useWords(railWords);
  const reel = useQuery(reelQuery);
  return (
    <Page title={t('reel.title')} description={t('reel.text')}>
      <RequirePermission>
        <Loaded query={reel} lines={10}>
          {({ data, etag }) => (
            <Reel
              entries={data.entries}
              isLocked={!data.allowed.includes('update')}
              tag={etag}
              onStale={() => void reel.refetch()}
            />
          )}
        </Loaded>
      </RequirePermission>
    </Page>
  );
}

interface ReelProps {
  entries: readonly ReelEntry[];
  isLocked: boolean;
  tag: string | null;
  onStale: () => void;
}

function useApply({ entries, tag, onStale }: ReelProps, staged: ReturnType<typeof useStagedSeries>) {
  const t = useWords(railWords);
  const review = useReview();
  const onRefused = useOnStale(onStale);
  const setTo = (list: readonly Pick<ReelEntry, 'seriesId' | 'editorialHeroScore'>[], ifMatch: string | null) => {
    const scored = list.map(({ seriesId, editorialHeroScore }) => ({ seriesId, editorialHeroScore }));
    return change('PUT', '/v1/admin/preview-reel', { body: { entries: scored }, ifMatch });
  };
  return () =>
    review.open({
      title: t('reel.sheet'),
      done: () => t('reel.done'),
      confirmLabel: t('staged.apply'),
      change: setTo(scoresFor(staged.entries.map(keyOf), entries), tag),
      undo: ({ etag }) => setTo(entries, etag),
      draft: staged.draft,
      onRefused,
      onDone: staged.discard,
    });
}

/** The series that the app opens with, the first on top. */
function Reel(props: ReelProps) {
  const t = useWords(railWords);
  const format = useFormat();
  const titleOf = useTitleOf();
  const { entries, isLocked } = props;
  const staged = useStagedSeries('preview reel', entries);
  const apply = useApply(props, staged);
  const nameOf = ({ series }: ListedSeries) => titleOf(series);
  const scored = staged.isChanged ? scoresFor(staged.entries.map(keyOf), entries) : entries;
  const scores = new Map(scored.map(({ seriesId, editorialHeroScore }) => [seriesId, editorialHeroScore]));
  const hintOf = (seriesId: string) => {
    const score = scores.get(seriesId);
    return score === undefined ? undefined : t('reel.score', { score: format.number(score) });
  };
  return (
    <WithAside className={classes.columns} mt="lg">
      <Stack gap="md">
        <OrderConflict staged={staged} keyOf={keyOf} show={(entry) => <bdi>{nameOf(entry)}</bdi>} />
        <SeriesOrder
          label={t('reel.title')}
          staged={staged}
          isLocked={isLocked}
          hintOf={hintOf}
          empty={{ title: t('reel.empty'), text: t('reel.emptyText') }}
        />
        <StagedBar staged={staged} label={t('reel.title')} keyOf={keyOf} nameOf={nameOf} onApply={apply} />
      </Stack>
      {!isLocked && (
        <SeriesAdder taken={new Set(staged.entries.map(keyOf))} onAdd={(one) => staged.set([...staged.entries, one])} />
      )}
    </WithAside>
  );
}
