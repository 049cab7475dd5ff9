import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { fromField } from '../../ui/date/days.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { PromoFields } from './promo-fields.tsx';
import { configOf, type PromoValues, usePromoFields, valuesOf } from './promo-form.ts';
import { type Promo, promoQuery } from './queries.ts';
import { promoWords } from './words.ts';

const route = getRouteApi('/shell/promos/$id/edit');

export function EditPromoDrawer() {
  const t = useWords(promoWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const promo = useQuery(promoQuery(id));
  const close = () => void navigate({ to: '/promos/$id', params: { id }, search: true });
  const title = promo.data ? t('edit.title', { code: promo.data.data.code }) : t('title');
  return (
    <DetailDrawer title={title} onClose={close} size={520}>
      <Loaded query={promo} lines={8}>
        {({ data, etag }) => <Edit promo={data} tag={etag} onStale={() => void promo.refetch()} onClose={close} />}
      </Loaded>
    </DetailDrawer>
  );
}

/** What differs from what is there, as the server takes it; what was not touched is not sent. */
function editsOf(changed: Partial<PromoValues>, values: PromoValues) {
  const { budgetCoins, segmentId } = changed;
  const [start, end] = [changed['window.start'], changed['window.end']];
  const window = {
    ...(start !== undefined && { start: fromField(start) ?? '' }),
    ...(end !== undefined && { end: fromField(end) ?? '' }),
  };
  return {
    ...(Object.keys(changed).some((path) => path.startsWith('config.')) && { config: configOf(values) }),
    ...(typeof budgetCoins === 'number' && { budgetCoins }),
    ...(Object.keys(window).length > 0 && { window }),
    ...(segmentId !== undefined && { segmentId: segmentId || null }),
  };
}

interface EditProps {
  promo: Promo;
  tag: string | null;
  onStale: () => void;
  onClose: () => void;
}

function Edit({ promo, tag, onStale, onClose }: EditProps) {
  const t = useWords(promoWords);
  const review = useReview();
  const { id, code } = promo;
  const form = useSchemaForm(
    usePromoFields(false),
    { values: valuesOf(promo), tag },
    { draft: `promo ${id}`, onStale },
  );
  const submit = () =>
    review.open({
      title: t('edit.sheet', { code }),
      about: code,
      confirmLabel: t('form.save'),
      done: () => t('done.edit', { code }),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/promos/{id}', {
          path: { id },
          ifMatch: form.tag,
          body: { ...editsOf(form.changed, form.values), ...(note && { note }) },
        }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        onClose();
      },
    });
  return (
    <SchemaFormFrame form={form} onSubmit={submit}>
      <PromoFields form={form} isNew={false} />
      <div>
        <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
          {t('form.continue')}
        </Button>
      </div>
    </SchemaFormFrame>
  );
}
