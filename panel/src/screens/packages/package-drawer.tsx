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
import { useStoreNames } from './names.ts';
import { centsOf, PackageFields, type PackageValues, railsOf, usePackageForm, valuesOf } from './package-form.tsx';
import { usePausing } from './pausing.ts';
import { type CoinPackage, packageQuery } from './queries.ts';
import { packageWords } from './words.ts';

const route = getRouteApi('/shell/packages/$id');

/** One package: edited, paused and resumed, deleted while nobody has bought it. */
export function PackageDrawer() {
  const t = useWords(packageWords);
  const word = useServerWord();
  const names = useStoreNames();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const found = useQuery(packageQuery(id));
  const close = () => void navigate({ to: '/packages', search: true });
  if (!found.data) {
    return (
      <DetailDrawer title={t('title')} onClose={close} size={480}>
        <QueryFallback query={found} />
      </DetailDrawer>
    );
  }
  const { data: one, etag } = found.data;
  return (
    <DetailDrawer
      title={one.sku}
      subtitle={
        <>
          <span>
            {names.coins(one.coins)} · <span className="ltr">{names.price(one)}</span>
          </span>{' '}
          <StatusPill tone={toneOf(one.status)}>{word('status', one.status)}</StatusPill>
        </>
      }
      actions={<Actions one={one} onGone={close} />}
      onClose={close}
      size={480}
    >
      <NotRefreshed query={found} />
      <EditForm one={one} tag={etag ?? `"${one.revision}"`} onStale={() => void found.refetch()} onDone={close} />
    </DetailDrawer>
  );
}

/** The fields that differ, under the names that the server gives them. */
function bodyOf({ coins, bonusCoins, price, currency, rails }: Partial<PackageValues>) {
  return {
    ...(typeof coins === 'number' && { coins }),
    ...(typeof bonusCoins === 'number' && { bonusCoins }),
    ...(typeof price === 'number' && { priceCents: centsOf(price) }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(rails !== undefined && { rails: railsOf(rails) }),
  };
}

interface EditFormProps {
  one: CoinPackage;
  tag: string;
  onStale: () => void;
  onDone: () => void;
}

function EditForm({ one, tag, onStale, onDone }: EditFormProps) {
  const t = useWords(packageWords);
  const review = useReview();
  const blocked = useDisabledReason(one.allowed, 'pricing:write')('update');
  const { id, sku, status } = one;
  const form = usePackageForm({ values: valuesOf(one), tag }, { draft: `package.${id}`, locked: blocked, onStale });
  const submit = () => {
    const body = bodyOf(form.changed);
    review.open({
      title: t('form.editSheet', { sku }),
      about: sku,
      ...(status === 'active' && { intro: t('form.live') }),
      confirmLabel: t('form.save'),
      done: () => t('done.change', { sku }),
      draft: form.draft,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/coin-packages/{id}', {
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
    <PackageFields form={form} onSubmit={submit}>
      {blocked === undefined && (
        <div>
          <Button type="submit" disabled={Object.keys(form.changed).length === 0}>
            {t('form.continue')}
          </Button>
        </div>
      )}
    </PackageFields>
  );
}

function Actions({ one, onGone }: { one: CoinPackage; onGone: () => void }) {
  const t = useWords(packageWords);
  const review = useReview();
  const blocked = useDisabledReason(one.allowed, 'pricing:write');
  const pausing = usePausing(one);
  const { id, sku, revision } = one;
  const remove = () =>
    review.open({
      title: t('remove.sheet', { sku }),
      about: sku,
      intro: t('remove.text'),
      confirmLabel: t('remove.button'),
      done: () => t('done.remove', { sku }),
      danger: true,
      change: change('DELETE', '/v1/admin/coin-packages/{id}', { path: { id }, ifMatch: `"${revision}"` }),
      onDone: onGone,
    });
  return (
    <>
      <GatedButton blocked={blocked(pausing.move)} onClick={pausing.open}>
        {pausing.label}
      </GatedButton>
      <GatedButton blocked={blocked('delete', t('remove.bought'))} color="red" variant="subtle" onClick={remove}>
        {t('remove.button')}
      </GatedButton>
    </>
  );
}
