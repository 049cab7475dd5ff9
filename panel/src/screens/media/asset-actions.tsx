import { change } from '../../api/change.ts';
import { useBlocked } from '../../app/blocked.ts';
import { useReview } from '../../app/review/provider.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconRefresh, IconTrash } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { libraryWords } from './library-words.ts';
import type { Asset } from './queries.ts';

export function RetryButton({ asset }: { asset: Asset }) {
  const t = useWords(libraryWords);
  const review = useReview();
  const blocked = useBlocked(asset.allowed, 'catalog:write');
  const open = () =>
    review.open({
      title: t('retrySheet', { name: asset.sourceFileName }),
      intro: t('retryText'),
      confirmLabel: t('retry'),
      change: change('POST', '/v1/admin/media/assets/{id}/retry', { path: { id: asset.id } }),
    });
  return (
    <GatedButton blocked={blocked('retry', t('notFailed'))} leftSection={<IconRefresh size={14} />} onClick={open}>
      {t('retry')}
    </GatedButton>
  );
}

/** The sheet says what shows the file before it is gone. */
export function DeleteButton({ asset, onDone }: { asset: Asset; onDone?: () => void }) {
  const t = useWords(libraryWords);
  const review = useReview();
  const blocked = useBlocked(asset.allowed, 'catalog:delete');
  const open = () =>
    review.open({
      title: t('deleteSheet', { name: asset.sourceFileName }),
      intro: t('deleteText'),
      confirmLabel: t('delete'),
      danger: true,
      change: change('DELETE', '/v1/admin/media/assets/{id}', { path: { id: asset.id } }),
      ...(onDone && { onDone }),
    });
  return (
    <GatedButton
      blocked={blocked('delete', t(asset.kind === 'caption' ? 'kept.caption' : 'kept.video'))}
      variant="light"
      color="red"
      leftSection={<IconTrash size={14} />}
      onClick={open}
    >
      {t('delete')}
    </GatedButton>
  );
}
