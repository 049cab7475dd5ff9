import { Button, Switch } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useDraft } from '../../ui/draft.ts';
import { useWords } from '../../words/define.ts';
import { centsOf, newPackage, PackageFields, railsOf, usePackageForm } from './package-form.tsx';
import type { CoinPackage } from './queries.ts';
import { packageWords } from './words.ts';

const route = getRouteApi('/shell/packages/new');
const nothing = { values: newPackage, tag: null };

const isStatus = (value: unknown): value is CoinPackage['status'] => value === 'active' || value === 'paused';

export function NewPackageDrawer() {
  const t = useWords(packageWords);
  const review = useReview();
  const navigate = route.useNavigate();
  const [status = 'active', setStatus] = useDraft('form package.new.status', isStatus);
  const fields = usePackageForm(nothing, { draft: 'package.new', isNew: true });
  const form = {
    ...fields,
    reset: () => {
      fields.reset();
      setStatus(undefined);
    },
  };
  const close = () => void navigate({ to: '/packages', search: true });
  const submit = () => {
    const { sku, coins, bonusCoins, price, currency, rails } = form.values;
    if (coins === null || price === null) return;
    const body = {
      sku,
      coins,
      bonusCoins: bonusCoins ?? 0,
      priceCents: centsOf(price),
      currency: currency.toUpperCase(),
      status,
    };
    review.open({
      title: t('form.newSheet', { sku }),
      about: sku,
      confirmLabel: t('form.newConfirm'),
      done: () => t('done.create', { sku }),
      draft: form.draft,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('POST', '/v1/admin/coin-packages', { body: { ...body, rails: railsOf(rails), ...(note && { note }) } }),
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        close();
      },
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('form.newText')} onClose={close} size={480}>
      <PackageFields form={form} onSubmit={submit}>
        <Switch
          label={t('form.active')}
          checked={status === 'active'}
          onChange={(event) => setStatus(event.currentTarget.checked ? 'active' : 'paused')}
        />
        <div>
          <Button type="submit">{t('form.continue')}</Button>
        </div>
      </PackageFields>
    </DetailDrawer>
  );
}
