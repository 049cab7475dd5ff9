import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { Inline } from '../../ui/box.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { FormField, SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import { type Segment, segmentQuery } from './queries.ts';
import { LiveCount, RuleFields } from './rule-fields.tsx';
import { isEveryone, ruleOf, type SegmentValues, useSegmentFields, valuesOf } from './rule-form.ts';
import classes from './segments.module.css';
import { segmentWords } from './words.ts';

const route = getRouteApi('/shell/segments/$id');

/** One segment: its rule, how many users it holds of, and the promos that are for them. */
export function SegmentDrawer() {
  const t = useWords(segmentWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const segment = useQuery(segmentQuery(id));
  const close = () => void navigate({ to: '/segments', search: true });
  return (
    <DetailDrawer title={segment.data?.data.name ?? t('title')} onClose={close} size={520}>
      <Loaded query={segment} lines={8}>
        {({ data, etag }) => <Edit segment={data} tag={etag} onStale={() => void segment.refetch()} onClose={close} />}
      </Loaded>
    </DetailDrawer>
  );
}

interface EditProps {
  segment: Segment;
  tag: string | null;
  onStale: () => void;
  onClose: () => void;
}

/** What differs: the rule takes the place of the old one as a whole. */
function editsOf({ name, ...rule }: Partial<SegmentValues>, values: SegmentValues) {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(Object.keys(rule).length > 0 && { rule: ruleOf(values) }),
  };
}

function useSegmentChanges({ segment: { id, name, usedBy }, onClose }: EditProps, form: SchemaForm<SegmentValues>) {
  const t = useWords(segmentWords);
  const review = useReview();
  const intro = () =>
    [isEveryone(form.values) && t('everyoneIntro'), usedBy.length > 0 && t('edit.used', { count: usedBy.length })]
      .filter(Boolean)
      .join(' ');
  const finish = () => {
    form.reset();
    onClose();
  };
  const save = () =>
    review.open({
      title: t('edit.sheet', { name }),
      about: name,
      ...(intro() && { intro: intro() }),
      confirmLabel: t('form.save'),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/segments/{id}', {
          path: { id },
          ifMatch: form.tag,
          body: { ...editsOf(form.changed, form.values), ...(note && { note }) },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: finish,
    });
  const remove = () =>
    review.open({
      title: t('remove.sheet', { name }),
      about: name,
      confirmLabel: t('remove.button'),
      danger: true,
      change: change('DELETE', '/v1/admin/segments/{id}', { path: { id } }),
      onDone: finish,
    });
  return { save, remove };
}

function Edit(props: EditProps) {
  const t = useWords(segmentWords);
  const format = useFormat();
  const { segment, tag, onStale } = props;
  const blocked = useDisabledReason(segment.allowed, 'pricing:write');
  const form = useSchemaForm(
    useSegmentFields(),
    { values: valuesOf(segment), tag },
    { draft: `segment ${segment.id}`, onStale },
  );
  const { save, remove } = useSegmentChanges(props, form);
  const isBlocked = blocked('update') !== undefined;
  const names = format.list(segment.usedBy.map(({ label }) => label));
  const inUse = names ? t('remove.used', { names }) : undefined;
  return (
    <SchemaFormFrame form={form} onSubmit={save}>
      <UsedBy segment={segment} />
      <fieldset disabled={isBlocked} className={classes.fields}>
        <FormField form={form} name="name" />
        <RuleFields form={form} isLocked={isBlocked} />
      </fieldset>
      <LiveCount values={form.values} />
      <Inline align="stretch" wraps>
        {!isBlocked && (
          <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
            {t('form.continue')}
          </Button>
        )}
        <GatedButton blocked={blocked('delete', inUse)} color="red" variant="subtle" onClick={remove}>
          {t('remove.button')}
        </GatedButton>
      </Inline>
    </SchemaFormFrame>
  );
}

function UsedBy({ segment: { usedBy } }: { segment: Segment }) {
  const t = useWords(segmentWords);
  if (usedBy.length === 0) return null;
  return (
    <Inline className={classes.uses} align="stretch" wraps gap="md" rowGap="2xs">
      <span>{t('usedBy')}</span>
      {usedBy.map(({ type, id, label }) => (
        <ObjectLink key={id} type={type} id={id}>
          {label}
        </ObjectLink>
      ))}
    </Inline>
  );
}
