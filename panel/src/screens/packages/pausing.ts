import { change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useWords } from '../../words/define.ts';
import type { CoinPackage } from './queries.ts';
import { packageWords } from './words.ts';

/** What pausing and resuming is called, and the review that does it. */
export function usePausing({ id, sku, status, revision }: CoinPackage, onDone?: () => void) {
  const t = useWords(packageWords);
  const review = useReview();
  const move = status === 'active' ? 'pause' : 'resume';
  const next = status === 'active' ? 'paused' : 'active';
  const open = () =>
    review.open({
      title: t(`${move}.sheet`, { sku }),
      about: sku,
      intro: t(`${move}.text`),
      confirmLabel: t(`${move}.button`),
      done: () => t(`done.${move}`, { sku }),
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/coin-packages/{id}', {
          path: { id },
          ifMatch: `"${revision}"`,
          body: { status: next, ...(note && { note }) },
        }),
      ...(onDone && { onDone }),
    });
  return { move, label: t(`${move}.button`), open };
}
