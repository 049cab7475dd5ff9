import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NotRefreshed, QueryFallback } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { Alert } from '../../ui/alert.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { StreamVideo } from '../../ui/stream-video.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { lengthOf } from './addresses.ts';
import { DeleteButton, RetryButton } from './asset-actions.tsx';
import { AssetOwner, AssetStatus, useReason } from './asset-cells.tsx';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { ProviderEvents } from './provider-events.tsx';
import { type Asset, assetQuery } from './queries.ts';

const route = getRouteApi('/shell/library/$id');

/** One file: what it is, why it failed, what the provider told of it, and what can be done. */
export function AssetDrawer() {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const close = () => void navigate({ to: '/library', search: true });
  const asset = useQuery(assetQuery(id));
  if (!asset.data) {
    return (
      <DetailDrawer title={t('file')} onClose={close}>
        <QueryFallback query={asset} lines={6} />
      </DetailDrawer>
    );
  }
  const { data } = asset;
  return (
    <DetailDrawer
      title={data.sourceFileName}
      subtitle={
        <>
          <AssetStatus asset={data} />
          {word('assetKind', data.kind)}
        </>
      }
      actions={
        <>
          {data.kind === 'video' && <RetryButton asset={data} />}
          <DeleteButton asset={data} onDone={close} />
        </>
      }
      onClose={close}
    >
      <NotRefreshed query={asset} />
      <Why asset={data} />
      <Picture asset={data} />
      <About asset={data} />
      {data.kind === 'video' && (
        <DrawerSection title={t('providerEvents')}>
          <ProviderEvents asset={data} />
        </DrawerSection>
      )}
      <DrawerSection title={t('trace')}>
        <Stack gap="sm">
          <CopyText label={t('id')} text={data.id} />
          {data.providerId !== null && <CopyText label={t('providerId')} text={data.providerId} />}
        </Stack>
      </DrawerSection>
    </DetailDrawer>
  );
}

function Why({ asset }: { asset: Asset }) {
  const reason = useReason()(asset);
  if (!reason) return null;
  return (
    <Text as="div" mb="xl">
      <Alert tone={asset.status === 'failed' ? 'danger' : 'warning'}>
        <bdi>{reason}</bdi>
      </Alert>
    </Text>
  );
}

function Picture({ asset: { kind, playbackId, url, sourceFileName } }: { asset: Asset }) {
  if (url === null || kind === 'caption') return null;
  const address = ownAddress(url);
  return (
    <div className={classes.picture}>
      {kind === 'video' ? (
        <StreamVideo key={playbackId} src={address} controls preload="metadata" aria-label={sourceFileName} />
      ) : (
        <img src={address} alt={sourceFileName} />
      )}
    </div>
  );
}

function About({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const word = useServerWord();
  const format = useFormat();
  const { width, height, durationS, lang, sizeBytes, attempts, createdAt, updatedAt } = asset;
  return (
    <DrawerSection title={t('about')}>
      <DescriptionList
        facts={[
          [t('belongs'), <AssetOwner key="belongs" asset={asset} />],
          ...(lang === null ? [] : [[t('language'), word('language', lang)] as const]),
          [t('size'), format.bytes(sizeBytes)],
          ...(durationS === null ? [] : [[t('length'), lengthOf(durationS)] as const]),
          ...(width === null ? [] : [[t('measures'), <bdi key="measures">{`${width} × ${height}`}</bdi>] as const]),
          [t('attempts'), format.number(attempts)],
          [t('added'), <Time key="added" at={createdAt} />],
          [t('changed'), <Time key="changed" at={updatedAt} distance />],
        ]}
      />
    </DrawerSection>
  );
}
