import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { Stack, WithAside } from '../../ui/box.tsx';
import { rebaseForm } from '../../ui/form/use-schema-form.ts';
import { OrderConflict } from '../../ui/order/staged-diff.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import classes from './curation.module.css';
import { keyOf, type ListedSeries, useStagedSeries } from './listed-series.ts';
import { useCollectionTitle } from './names.ts';
import type { Collection } from './queries.ts';
import { SeriesAdder } from './series-adder.tsx';
import { SeriesOrder } from './series-row.tsx';
import { StagedBar, useOnStale } from './staged-bar.tsx';
import { collectionWords } from './words.ts';

interface ItemsEditorProps {
  collection: Collection;
  tag: string | null;
  isLocked: boolean;
  onStale: () => void;
}

const itemsOf = (list: readonly ListedSeries[]) => list.map(({ seriesId }, sort) => ({ seriesId, sort }));

/** The name of the form in which its words are edited. */
export const formName = (id: string): string => `collection ${id}`;

/** Saves what is staged: at once where no rail shows it, else after a look at what viewers will find. */
function useSaveItems({ collection, tag, onStale }: ItemsEditorProps, staged: ReturnType<typeof useStagedSeries>) {
  const t = useWords(collectionWords);
  const name = useCollectionTitle()(collection);
  const review = useReview();
  const { save } = useSave();
  const { id, usedBy, items } = collection;
  const path = { id };
  const setTo = (list: readonly ListedSeries[], ifMatch: string | null) =>
    change('PUT', '/v1/admin/collections/{id}/items', { path, body: { items: itemsOf(list) }, ifMatch });
  const request = {
    title: t('items.sheet', { name }),
    confirmLabel: t('items.apply'),
    change: setTo(staged.entries, tag),
    undo: ({ etag }: Tagged<unknown>) => setTo(items, etag),
    draft: staged.draft,
    onRefused: useOnStale(onStale),
    onDone: (reply: unknown) => {
      staged.discard();
      // Words that were typed and not saved yet go on from this edition.
      if (tag && typeof reply === 'object' && reply !== null && 'revision' in reply) {
        rebaseForm(formName(id), tag, `"${String(reply.revision)}"`);
      }
    },
  };
  return () => {
    if (usedBy.some(({ status }) => status === 'active')) review.open({ ...request, about: name });
    else void save({ ...request, name });
  };
}

/** The series of a collection that is made by hand. */
export function ItemsEditor(props: ItemsEditorProps) {
  const t = useWords(collectionWords);
  const titleOf = useTitleOf();
  const { collection, isLocked } = props;
  const staged = useStagedSeries(`collection items ${collection.id}`, collection.items);
  const apply = useSaveItems(props, staged);
  const nameOf = ({ series }: ListedSeries) => titleOf(series);
  return (
    <WithAside className={classes.columns} mt="lg">
      <Stack as="section" gap="md" aria-label={t('items.title')}>
        <h2>{t('items.title')}</h2>
        <OrderConflict staged={staged} keyOf={keyOf} show={(entry) => <bdi>{nameOf(entry)}</bdi>} />
        <SeriesOrder
          label={t('items.title')}
          staged={staged}
          isLocked={isLocked}
          empty={{ title: t('items.empty'), text: t(isLocked ? 'items.emptyText' : 'items.emptyAdd') }}
        />
        <StagedBar staged={staged} label={t('items.staged')} keyOf={keyOf} nameOf={nameOf} onApply={apply} />
      </Stack>
      {!isLocked && (
        <SeriesAdder taken={new Set(staged.entries.map(keyOf))} onAdd={(one) => staged.set([...staged.entries, one])} />
      )}
    </WithAside>
  );
}
