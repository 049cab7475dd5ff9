import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { MissingObject } from '../../app/missing-object.tsx';
import { RequirePermission } from '../../app/require-permission.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { Inline, WithAside } from '../../ui/box.tsx';
import { BackLink, DetailHeader } from '../../ui/detail-header.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { Page, useTitle } from '../../ui/page.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { type CollectionValues, ruleOf, titlesOf, useCollectionFields, valuesOf } from './collection-form.ts';
import classes from './curation.module.css';
import { formName, ItemsEditor } from './items-editor.tsx';
import { useCollectionTitle, useRailNames } from './names.ts';
import { type Collection, collectionQuery } from './queries.ts';
import { NameFields, RuleFields } from './rule-fields.tsx';
import { RuleResult } from './rule-result.tsx';
import { UsedBy } from './used-by.tsx';
import { collectionWords } from './words.ts';

const route = getRouteApi('/shell/collections/$id');

export function CollectionScreen() {
  return (
    <Page>
      <RequirePermission>
        <CollectionPage />
      </RequirePermission>
    </Page>
  );
}

function CollectionPage() {
  const t = useWords(collectionWords);
  const { id } = route.useParams();
  const collection = useQuery(collectionQuery(id));
  const titleOf = useCollectionTitle();
  useTitle(collection.data ? titleOf(collection.data.data) : t('title'));
  return (
    <Loaded query={collection} lines={12} missing={<MissingObject type="collection" id={id} list="/collections" />}>
      {({ data, etag }) => <Editor key={id} collection={data} tag={etag} onStale={() => void collection.refetch()} />}
    </Loaded>
  );
}

interface EditorProps {
  collection: Collection;
  tag: string | null;
  onStale: () => void;
}

/** What differs from what is saved. */
function editsOf(changed: Partial<CollectionValues>, values: CollectionValues) {
  const names = Object.keys(changed);
  const rule = values.type === 'rule' ? ruleOf(values) : undefined;
  return {
    ...(names.some((name) => name.startsWith('titleI18n.')) && { titleI18n: titlesOf(values) }),
    ...(changed.explanation !== undefined && { explanation: values.explanation.trim() }),
    ...(names.some((name) => name.startsWith('rule.')) && rule && { rule }),
  };
}

function useCollectionChanges({ collection, tag }: EditorProps, form: SchemaForm<CollectionValues>) {
  const t = useWords(collectionWords);
  const router = useRouter();
  const review = useReview();
  const { save, isSaving } = useSave();
  const name = useCollectionTitle()(collection);
  const { id, usedBy, type } = collection;
  const path = { id };
  const edit = (body: ReturnType<typeof editsOf>, ifMatch: string | null) =>
    change('PUT', '/v1/admin/collections/{id}', { path, body, ifMatch });
  const before = valuesOf(collection);
  const request = {
    title: t('edit.sheet', { name }),
    confirmLabel: t('edit.save'),
    change: edit(editsOf(form.changed, form.values), form.tag),
    draft: form.draft,
    onRefused: form.applyServerErrors,
    onDone: form.reset,
    undo: ({ etag }: Tagged<unknown>) => edit(editsOf(before, before), etag),
  };
  return {
    isSaving,
    submit: () => {
      const isShown = usedBy.some(({ status }) => status === 'active');
      if (isShown) review.open({ ...request, about: name });
      else void save({ ...request, name });
    },
    remove: () =>
      review.open({
        title: t('delete.sheet', { name }),
        about: name,
        intro: t(type === 'manual' ? 'delete.manual' : 'delete.rule'),
        confirmLabel: t('delete.button'),
        danger: true,
        change: change('DELETE', '/v1/admin/collections/{id}', { path, ifMatch: tag }),
        onDone: () => void router.navigate({ to: '/collections' }),
      }),
  };
}

function Editor(props: EditorProps) {
  const { collection, tag, onStale } = props;
  const fields = useCollectionFields(collection.rule);
  const form = useSchemaForm(
    fields,
    { values: valuesOf(collection), tag },
    { draft: formName(collection.id), onStale },
  );
  const t = useWords(collectionWords);
  const railNames = useRailNames();
  const blocked = useDisabledReason(collection.allowed, 'curation:write');
  const changes = useCollectionChanges(props, form);
  const isLocked = blocked('update') !== undefined;
  const used = collection.usedBy.length > 0 ? t('delete.used', { rails: railNames(collection.usedBy) }) : undefined;
  return (
    <>
      <Header collection={collection} />
      <UsedBy collection={collection} />
      <WithAside className={classes.columns} mt="lg">
        <SchemaFormFrame form={form} onSubmit={changes.submit}>
          <fieldset disabled={isLocked} className={classes.fields}>
            <NameFields form={form} />
            {collection.type === 'rule' && <RuleFields form={form} />}
          </fieldset>
          <Inline align="stretch" wraps>
            {!isLocked && (
              <Button type="submit" loading={changes.isSaving} disabled={Object.keys(form.changed).length === 0}>
                {t('edit.save')}
              </Button>
            )}
            <GatedButton blocked={blocked('delete', used)} color="red" variant="subtle" onClick={changes.remove}>
              {t('delete.button')}
            </GatedButton>
          </Inline>
        </SchemaFormFrame>
        {collection.type === 'rule' && <RuleResult values={form.values} />}
      </WithAside>
      {collection.type === 'manual' && (
        <ItemsEditor collection={collection} tag={tag} isLocked={isLocked} onStale={onStale} />
      )}
    </>
  );
}

function Header({ collection }: { collection: Collection }) {
  const t = useWords(collectionWords);
  const word = useServerWord();
  const titleOf = useCollectionTitle();
  return (
    <DetailHeader
      of={t('title')}
      back={<BackLink to="/collections">{t('title')}</BackLink>}
      title={titleOf(collection)}
    >
      <code className="ltr">{collection.slug}</code>
      <span>{word('curation', collection.type)}</span>
    </DetailHeader>
  );
}
