import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { NotRefreshed, QueryFallback } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { centsOf, ProductFields, type ProductValues, useProductForm, valuesOf } from './product-form.tsx';
import { type Product, productQuery } from './queries.ts';
import { subscriptionWords } from './words.ts';

const route = getRouteApi('/shell/subscription-products/$id');

/** One product: edited, paused and resumed. */
export function ProductDrawer() {
  const t = useWords(subscriptionWords);
  const word = useServerWord();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const found = useQuery(productQuery(id));
  const close = () => void navigate({ to: '/subscription-products', search: true });
  if (!found.data) {
    return (
      <DetailDrawer title={t('products.title')} onClose={close} size={480}>
        <QueryFallback query={found} />
      </DetailDrawer>
    );
  }
  const { data: product, etag } = found.data;
  return (
    <DetailDrawer
      title={product.name}
      subtitle={<StatusPill tone={toneOf(product.status)}>{word('status', product.status)}</StatusPill>}
      actions={<PauseButton product={product} />}
      onClose={close}
      size={480}
    >
      <NotRefreshed query={found} />
      <EditForm
        product={product}
        tag={etag ?? `"${product.revision}"`}
        onStale={() => void found.refetch()}
        onDone={close}
      />
    </DetailDrawer>
  );
}

/** The fields that differ, under the names that the server gives them. */
function bodyOf({ changed, values }: { changed: Partial<ProductValues>; values: ProductValues }) {
  const { name, periodDays, bonusCoins, unlocksAll } = changed;
  const isPriced = changed.price !== undefined || changed.currency !== undefined;
  return {
    ...(name !== undefined && { name }),
    ...(typeof periodDays === 'number' && { periodDays }),
    ...(isPriced && values.price !== null && { priceCents: centsOf(values.price, values.currency) }),
    ...(changed.currency !== undefined && { currency: changed.currency }),
    ...(typeof bonusCoins === 'number' && { bonusCoins }),
    ...(unlocksAll !== undefined && { unlocksAll }),
  };
}

interface EditFormProps {
  product: Product;
  tag: string;
  onStale: () => void;
  onDone: () => void;
}

function EditForm({ product, tag, onStale, onDone }: EditFormProps) {
  const t = useWords(subscriptionWords);
  const review = useReview();
  const blocked = useDisabledReason(product.allowed, 'pricing:write')('update');
  const { id, name } = product;
  const options = { draft: `subscription-product.${id}`, locked: blocked, onStale };
  const form = useProductForm({ values: valuesOf(product), tag }, options);
  const submit = () => {
    const body = bodyOf(form);
    review.open({
      title: t('form.editSheet', { name }),
      about: name,
      intro: t('form.editText'),
      confirmLabel: t('form.save'),
      draft: form.draft,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/subscription-products/{id}', {
          path: { id },
          ifMatch: form.tag,
          body: { ...body, ...(note && { note }) },
        }),
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        onDone();
      },
    });
  };
  return (
    <ProductFields form={form} onSubmit={submit}>
      {blocked === undefined && (
        <div>
          <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
            {t('form.continue')}
          </Button>
        </div>
      )}
    </ProductFields>
  );
}

function PauseButton({ product: { id, name, status, revision, allowed } }: { product: Product }) {
  const t = useWords(subscriptionWords);
  const review = useReview();
  const blocked = useDisabledReason(allowed, 'pricing:write');
  const move = status === 'active' ? 'pause' : 'resume';
  const open = () =>
    review.open({
      title: t(`${move}.sheet`, { name }),
      about: name,
      intro: t(`${move}.text`),
      confirmLabel: t(`${move}.button`),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/subscription-products/{id}', {
          path: { id },
          ifMatch: `"${revision}"`,
          body: { status: status === 'active' ? 'paused' : 'active', ...(note && { note }) },
        }),
    });
  return (
    <GatedButton blocked={blocked('update')} onClick={open}>
      {t(`${move}.button`)}
    </GatedButton>
  );
}
