import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import type { Tagged } from '../../api/client.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { useSession } from '../../app/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { moveWords } from '../catalog/public.ts';
import { episodeWords } from './episode-words.ts';
import { type Episode, type LinkWarning, linkWarningsIn, linkWarningsQuery } from './queries.ts';

/**
 * Links a video or a thumbnail: at once in a draft, after it through the review dialog, which asks for a note and says
 * what viewers would miss.
 */
export function useLink(episode: Episode): (link: { mediaAssetId: string } | { thumbAssetId: string }) => void {
  const t = useWords(episodeWords);
  const review = useReview();
  const { save } = useSave();
  const m = useWords(moveWords);
  const titleOf = useTitleOf();
  type Body = ({ mediaAssetId: string | null } | { thumbAssetId: string | null }) & { note?: string };
  const linked = (body: Body, ifMatch: string | null) =>
    change('PUT', '/v1/admin/episodes/{id}/media', { path: { id: episode.id }, body, ifMatch });
  return (link) => {
    const request = {
      title: t('thumbAssetId' in link ? 'thumbSheet' : 'videoSheet', { title: titleOf(episode) }),
      confirmLabel: t('useThis'),
    };
    const tag = `"${episode.revision}"`;
    const { mediaAssetId, thumb_asset_id: thumbAssetId } = episode;
    const before = 'thumbAssetId' in link ? { thumbAssetId } : { mediaAssetId };
    if (episode.status === 'draft') {
      const undo = ({ etag }: Tagged<unknown>) => linked(before, etag);
      return void save({ ...request, name: titleOf(episode), change: linked(link, tag), undo });
    }
    return review.open({
      ...request,
      change: (note) => linked({ ...link, note }, tag),
      undo:
        ({ etag }) =>
        (note) =>
          linked({ ...before, note }, etag),
      reason: { label: m('note'), min: 3, max: 500 },
      notice: (body) => <LinkWarnings warnings={linkWarningsIn(body)} />,
    });
  };
}

/** What the server says of the files that are linked now. */
export function EpisodeWarnings({ episode }: { episode: Episode }) {
  const { can } = useSession();
  const { data = [] } = useQuery({ ...linkWarningsQuery(episode), enabled: can('catalog:write') });
  return <LinkWarnings warnings={data} />;
}

/** Viewers can watch it all the same. */
const isAdvice = ({ code }: LinkWarning): boolean => code === 'thumb_not_recommended';

function LinkWarnings({ warnings }: { warnings: readonly LinkWarning[] }) {
  const t = useWords(episodeWords);
  if (warnings.length === 0) return null;
  return (
    <Alert tone="warning" title={t(warnings.every(isAdvice) ? 'warning.advice' : 'warning.title')}>
      {warnings.map(({ code, width = 0, height = 0 }) => (
        <div key={code}>{t(`warning.${code}`, { width, height })}</div>
      ))}
    </Alert>
  );
}
