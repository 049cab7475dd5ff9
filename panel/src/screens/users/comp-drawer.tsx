import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { Alert } from '../../ui/alert.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import type { FieldSpec } from '../../ui/form/fields.ts';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { actionWords } from './action-words.ts';
import { compLimitQuery, compProductsQuery, userQuery } from './queries.ts';
import { useNameOf } from './status.tsx';

const route = getRouteApi('/shell/users/$id/comp');
const nothing = { values: { productId: '', days: 7 }, tag: null };

/** Which product and for how long; the reason is asked for where the effects are shown. */
export function CompDrawer() {
  const t = useWords(actionWords);
  const review = useReview();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const { data: user } = useQuery(userQuery(id));
  const nameOf = useNameOf();
  const products = useQuery(compProductsQuery(id));
  const options = (products.data ?? []).map((product) => ({ value: product.productId, label: product.name }));
  const product: FieldSpec = { kind: 'choice', label: t('comp.product'), required: true, options };
  const limit = useCompLimit(id);
  const days: FieldSpec = { kind: 'number', label: t('comp.days'), description: limit.hint, min: 1, max: 366 };
  const form = useSchemaForm({ productId: product, days: { ...days, required: true } }, nothing, {
    draft: `comp.${id}`,
  });
  const close = () => void navigate({ to: '/users/$id', params: { id }, search: true });
  const name = user ? nameOf(user) : '';
  const submit = () => {
    const { productId, days: count } = form.values;
    review.open({
      title: t('sheet.comp_subscription', { name }),
      about: name,
      intro: t('intro.comp_subscription'),
      confirmLabel: t('comp_subscription'),
      done: () => t('done.comp_subscription', { name }),
      reason: { min: 3, max: 500 },
      shows: (_type, field, value) =>
        field === 'productId' ? options.find((one) => one.value === value)?.label : undefined,
      change: (reason) =>
        change('POST', '/v1/admin/users/{id}/comp-subscription', {
          path: { id },
          body: { productId, days: count, reason },
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
    <DetailDrawer title={t('comp.title', { name })} subtitle={t('intro.comp_subscription')} onClose={close} size={440}>
      {products.data?.length === 0 && <Alert tone="warning">{t('comp.none')}</Alert>}
      <SchemaFields form={form} onSubmit={submit}>
        {limit.isExceeded(form.values.days) && <Alert tone="warning">{t('comp.needsApproval')}</Alert>}
        <div>
          <Button type="submit" disabled={!user}>
            {t('comp.submit')}
          </Button>
        </div>
      </SchemaFields>
    </DetailDrawer>
  );
}

/** How many days need no second person, where the installation limits them. */
function useCompLimit(userId: string) {
  const t = useWords(actionWords);
  const format = useFormat();
  const { limitDays = null, leftDays = null, countedDays = 0 } = useQuery(compLimitQuery(userId)).data ?? {};
  if (limitDays === null || leftDays === null) return { hint: t('comp.daysHint'), isExceeded: () => false };
  const [left, limit, days] = [format.number(leftDays), format.number(limitDays), format.number(countedDays)];
  return { hint: t('comp.daysLeft', { left, limit, days }), isExceeded: (count: unknown) => Number(count) > leftDays };
}
