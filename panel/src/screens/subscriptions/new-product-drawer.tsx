import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useWords } from '../../words/define.ts';
import { centsOf, newProduct, ProductFields, useProductForm } from './product-form.tsx';
import { subscriptionWords } from './words.ts';

const route = getRouteApi('/shell/subscription-products/new');
const nothing = { values: newProduct, tag: null };

export function NewProductDrawer() {
  const t = useWords(subscriptionWords);
  const review = useReview();
  const navigate = route.useNavigate();
  const form = useProductForm(nothing, { draft: 'subscription-product.new', isNew: true });
  const close = () => void navigate({ to: '/subscription-products', search: true });
  const submit = () => {
    const { productId, name, periodDays, price, currency, bonusCoins, unlocksAll } = form.values;
    if (periodDays === null || price === null) return;
    const body = { productId, name, periodDays, priceCents: centsOf(price, currency), currency };
    review.open({
      title: t('form.newSheet', { name }),
      about: name,
      intro: t('form.newText'),
      confirmLabel: t('form.newConfirm'),
      draft: form.draft,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/subscription-products', {
          body: { ...body, bonusCoins: bonusCoins ?? 0, unlocksAll, ...(note && { note }) },
        }),
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('products.new')} subtitle={t('form.newText')} onClose={close} size={480}>
      <ProductFields form={form} onSubmit={submit}>
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </ProductFields>
    </DetailDrawer>
  );
}
