import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { Picture } from '../../app/pictures.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Inline } from '../../ui/box.tsx';
import { fromField, toField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { fieldsOf } from '../../ui/diff.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { rebaseForm, type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { usePeriod, useTargetName } from './names.ts';
import { type OverrideValues, overrideFieldNames, useOverrideFields } from './override-fields.ts';
import classes from './pricing.module.css';
import { type Override, overrideQuery } from './queries.ts';
import { TargetIntro, useIsFreeNow } from './target-intro.tsx';
import { type OverrideStatus, statusOf } from './windows.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing/$id');

const tones: Readonly<Record<OverrideStatus, Tone>> = {
  running: 'positive',
  planned: 'info',
  ended: 'neutral',
  off: 'warning',
};

/** One price that was set: edited, switched on and off, removed. */
export function OverrideDrawer() {
  const t = useWords(pricingWords);
  const nameOf = useTargetName();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const override = useQuery(overrideQuery(id));
  const close = () => void navigate({ to: '/pricing', search: true });
  const title = override.data ? t('override', { name: nameOf(override.data.data) }) : t('title');
  return (
    <DetailDrawer title={title} onClose={close} size={480}>
      <Loaded query={override} lines={6}>
        {({ data, etag }) => (
          <Edit override={data} tag={etag} onStale={() => void override.refetch()} onClose={close} />
        )}
      </Loaded>
    </DetailDrawer>
  );
}

interface EditProps {
  override: Override;
  tag: string | null;
  onStale: () => void;
  onClose: () => void;
}

type Edited = Partial<{ coins: number; activeFrom: string | null; activeTo: string | null; active: boolean }>;

/** What differs from what is there. A field shows minutes, so what was not touched is not sent. */
function editsOf({ coins, activeFrom, activeTo }: Partial<OverrideValues>): Edited {
  return {
    ...(typeof coins === 'number' && { coins }),
    ...(activeFrom !== undefined && { activeFrom: fromField(activeFrom) ?? null }),
    ...(activeTo !== undefined && { activeTo: fromField(activeTo) ?? null }),
  };
}

const shapeOf = (scope: Override['scope']) => (scope === 'series' ? 'poster' : 'thumb');

const draftOf = (id: string): string => `price ${id}`;

const valuesOf = ({ coins, activeFrom, activeTo }: Override): OverrideValues => ({
  coins,
  activeFrom: toField(activeFrom),
  activeTo: toField(activeTo),
});

/** Each change is looked at before it is made. */
function useOverrideChanges({ override, tag, onClose }: EditProps, form: SchemaForm<OverrideValues>) {
  const t = useWords(pricingWords);
  const name = useTargetName()(override);
  const review = useReview();
  const { id, active, item, scope, scopeRef } = override;
  const isFreeNow = useIsFreeNow(scope, item?.seriesId, scopeRef);
  const introOf = (text: string | undefined, coins: number) => (
    <TargetIntro
      name={name}
      picture={item ? { url: item.pictureUrl, shape: shapeOf(scope) } : undefined}
      {...(text && { text })}
      endsFree={isFreeNow && coins > 0}
    />
  );
  const update = (ifMatch: string | null, edit: Edited) => (note: string) =>
    change('PUT', '/v1/admin/pricing/overrides/{id}', {
      path: { id },
      ifMatch,
      body: { ...edit, ...(note && { note }) },
    });
  const reason = { label: t('form.note'), min: 0, max: 500 };
  const save = () =>
    review.open({
      title: t('form.editSheet', { name }),
      intro: introOf(undefined, form.values.coins ?? 0),
      confirmLabel: t('form.save'),
      done: () => t('done.edit', { name }),
      reason,
      change: update(form.tag, editsOf(form.changed)),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        onClose();
      },
    });
  const toggle = () => {
    const word = active ? 'off' : 'on';
    review.open({
      title: t(`switch.${word}Sheet`, { name }),
      intro: introOf(t(`switch.${word}Text`), active ? 0 : override.coins),
      confirmLabel: t(`switch.${word}`),
      done: () => t(`done.${word}`, { name }),
      reason,
      change: update(tag, { active: !active }),
      onDone: (reply) => {
        // What is typed goes on from one's own change.
        if (tag !== null) rebaseForm(draftOf(id), tag, `"${String(fieldsOf(reply).revision)}"`);
        onClose();
      },
    });
  };
  const remove = () =>
    review.open({
      title: t('remove.sheet', { name }),
      intro: introOf(t('remove.text'), 0),
      confirmLabel: t('remove.button'),
      done: () => t('done.remove', { name }),
      danger: true,
      change: change('DELETE', '/v1/admin/pricing/overrides/{id}', { path: { id } }),
      onDone: () => {
        form.reset();
        onClose();
      },
    });
  return { save, toggle, remove };
}

function Edit(props: EditProps) {
  const t = useWords(pricingWords);
  const { override, tag, onStale } = props;
  const { active, allowed } = override;
  const blocked = useDisabledReason(allowed, 'pricing:write');
  const form = useSchemaForm(
    useOverrideFields(t('form.utc')),
    { values: valuesOf(override), tag },
    { draft: draftOf(override.id), onStale },
  );
  const { save, toggle, remove } = useOverrideChanges(props, form);
  const isBlocked = blocked('update') !== undefined;
  return (
    <SchemaFormFrame form={form} onSubmit={save}>
      <About override={override} />
      <fieldset disabled={isBlocked} className={classes.fields}>
        {overrideFieldNames.map((name) => (
          <FormField key={name} form={form} name={name} />
        ))}
      </fieldset>
      <Inline align="stretch" wraps>
        {!isBlocked && (
          <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
            {t('form.save')}
          </Button>
        )}
        <GatedButton blocked={blocked('update')} onClick={toggle}>
          {t(active ? 'switch.off' : 'switch.on')}
        </GatedButton>
        <GatedButton blocked={blocked('delete')} color="red" variant="subtle" onClick={remove}>
          {t('remove.button')}
        </GatedButton>
      </Inline>
    </SchemaFormFrame>
  );
}

function About({ override }: { override: Override }) {
  const t = useWords(pricingWords);
  const period = usePeriod();
  const titleIn = useTitleIn();
  const status = statusOf(override, new Date());
  const { item, scope } = override;
  const picture = item?.pictureUrl ? ownAddress(item.pictureUrl) : undefined;
  return (
    <Inline className={classes.about}>
      {item && <Picture src={picture} shape={shapeOf(scope)} />}
      <span>
        {item && item.episodeNumber !== null && <bdi>{titleIn(item.title, item.titleI18n)}</bdi>}
        <small>
          {t(`scope.${scope}`)} · {period(override)}
        </small>
      </span>
      <StatusPill tone={tones[status]}>{t(`status.${status}`)}</StatusPill>
    </Inline>
  );
}
