import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import { useBlocked } from '../../app/blocked.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { useWords } from '../../words/define.ts';
import { editorWords, lockWords } from '../catalog/public.ts';
import { episodeWords } from './episode-words.ts';
import { type Episode, type LinkWarning, linkWarningsIn, linkWarningsQuery } from './queries.ts';

/** Why a file of an episode cannot be chosen now; undefined where it can. */
export function useLinkBlock(episode: Episode): (field: 'mediaAssetId' | 'thumb_asset_id') => string | undefined {
  const t = useWords(editorWords);
  const why = t(`locked.${lockWords[episode.status]}`);
  const blocked = useBlocked(episode.allowed, 'catalog:write')('update', why);
  return (field) => blocked ?? (episode.lockedFields.includes(field) ? why : undefined);
}

/** Links a video or a thumbnail through the review dialog, which says what viewers would miss. */
export function useLink(episode: Episode): (link: { mediaAssetId: string } | { thumbAssetId: string }) => void {
  const t = useWords(episodeWords);
  const review = useReview();
  return (link) =>
    review.open({
      title: t('thumbAssetId' in link ? 'thumbSheet' : 'videoSheet', { title: episode.title }),
      confirmLabel: t('useThis'),
      change: change('PUT', '/v1/admin/episodes/{id}/media', {
        ...{ path: { id: episode.id }, body: link },
        ifMatch: `"${episode.revision}"`,
      }),
      notice: (body) => <LinkWarnings warnings={linkWarningsIn(body)} />,
    });
}

/** What the server says of the files that are linked now. */
export function EpisodeWarnings({ episode }: { episode: Episode }) {
  const { may } = useSession();
  const { data = [] } = useQuery({ ...linkWarningsQuery(episode), enabled: may('catalog:write') });
  return <LinkWarnings warnings={data} />;
}

function LinkWarnings({ warnings }: { warnings: readonly LinkWarning[] }) {
  const t = useWords(episodeWords);
  if (warnings.length === 0) return null;
  return (
    <Alert tone="warning" title={t('warning.title')}>
      {warnings.map(({ code, width = 0, height = 0 }) => (
        <div key={code}>{t(`warning.${code}`, { width, height })}</div>
      ))}
    </Alert>
  );
}
