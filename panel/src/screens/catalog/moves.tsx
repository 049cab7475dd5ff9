import { type Change, change } from '../../api/change.ts';
import { useReview } from '../../app/review/provider.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleOf } from '../../words/title.ts';
import { gridWords } from './grid-words.ts';
import { moveWords } from './move-words.ts';
import { type Episode, warningsIn } from './queries.ts';
import { WarningLines, WarningList } from './warnings.tsx';

/** In the order in which they are offered. */
export const workflowMoves = ['publish', 'submit', 'send_back', 'unpublish', 'archive', 'restore'] as const;
export type WorkflowMove = (typeof workflowMoves)[number];

const dangerous: readonly string[] = ['archive', 'delete'];
export const isDangerous = (move: string): boolean => dangerous.includes(move);

/** What usually comes next; the rest undoes or ends something. */
export const isForward = (move: WorkflowMove): boolean => ['publish', 'submit', 'restore'].includes(move);

export interface MovableItem {
  readonly type: 'series' | 'episode';
  readonly id: string;
  readonly title: string;
  /** Its poster or thumbnail. */
  readonly pictureId?: string | null;
  /** Of a series: how many of its episodes viewers see once it is published. */
  readonly visible?: { readonly count: number; readonly total: number };
}

export function moveChange({ type, id }: MovableItem, action: WorkflowMove, note = ''): Change {
  const body = { action, ...(note && { note }) };
  return type === 'series'
    ? change('POST', '/v1/admin/series/{id}/workflow', { path: { id }, body })
    : change('POST', '/v1/admin/episodes/{id}/workflow', { path: { id }, body });
}

/** Opens the review dialog of a move; of a series it is given the episodes, which can be moved with it. */
export function useMove(item: MovableItem): (action: WorkflowMove | 'delete', episodes?: readonly Episode[]) => void {
  const t = useWords(moveWords);
  const review = useReview();
  const g = useWords(gridWords);
  const { title, visible } = item;
  const titleOf = useTitleOf();
  const nameOf = (episode: Episode): string => `${g('row', { number: episode.episodeNumber })} · ${titleOf(episode)}`;
  const asMovable = (episode: Episode): MovableItem => ({
    type: 'episode',
    id: episode.id,
    title: nameOf(episode),
    pictureId: episode.thumb_asset_id,
  });
  const introOf = (action: WorkflowMove | 'delete') =>
    action === 'publish' && visible
      ? t('publishSeries', { count: visible.count, total: visible.total })
      : t(`intro.${action}`);
  return (action, episodes = []) => {
    const shared = {
      title: t(`sheet.${action}`, { title }),
      about: title,
      intro: introOf(action),
      confirmLabel: t(`move.${action}`),
      danger: isDangerous(action),
    };
    const along = isAlong(action) ? episodes.filter(({ allowed }) => allowed.includes(action)) : [];
    if (along.length > 0 && isAlong(action)) {
      return review.openBulk({
        ...shared,
        done: t(`done.${action}`, { title }),
        reason: { label: t('note'), min: 0, max: 500 },
        items: [item, ...along.map(asMovable)].map((one) => ({
          id: one.id,
          label: one.title,
          picture: pictureOf(one),
          change: (note: string) => moveChange(one, action, note),
        })),
        // Submitting a series means its episodes too; when each goes live is mostly planned one by one.
        optional: {
          ids: new Set(along.map(({ id }) => id)),
          label: t('withEpisodes', { count: along.length }),
          isChosen: action === 'submit',
        },
        notice: (body) => <WarningLines warnings={warningsIn(body)} />,
      });
    }
    return review.open({
      ...shared,
      done: () => t(`done.${action}`, { title }),
      notice: (body) => <WarningList warnings={warningsIn(body)} />,
      ...(action === 'delete'
        ? {
            change: (note: string) => removal(item, note),
            reason: { label: t('deleteReason'), min: 1, max: 500 },
          }
        : {
            change: (note: string) => moveChange(item, action, note),
            // The authors read what they have to change.
            reason:
              action === 'send_back'
                ? { label: t('sendBackReason'), min: 1, max: 500 }
                : { label: t('note'), min: 0, max: 500 },
          }),
    });
  };
}

const pictureOf = ({ type, pictureId = null }: MovableItem) =>
  ({ assetId: pictureId, shape: type === 'series' ? 'poster' : 'thumb' }) as const;

/** What episodes do together with their series, where one wants that. */
const isAlong = (action: string): action is 'submit' | 'publish' => action === 'submit' || action === 'publish';

const removal = ({ type, id }: MovableItem, note: string): Change =>
  type === 'series'
    ? change('DELETE', '/v1/admin/series/{id}', { path: { id }, query: { note } })
    : change('DELETE', '/v1/admin/episodes/{id}', { path: { id }, query: { note } });
