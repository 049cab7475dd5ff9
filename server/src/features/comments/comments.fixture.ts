import { type AdminActor, makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode } from '../../../test/harness/catalog.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';

/** Viewers who write under an episode, and a moderator who reads it. */

export interface Comment {
  id: string;
  userId: string;
  displayName: string | null;
  body: string;
  status: 'visible' | 'hidden' | 'deleted';
  createdAt: string;
  openReports: number;
  revision: number;
  allowed: string[];
  author: { strikes: number; commentingSuspended: boolean };
  error?: string;
}

export interface CommentWorld {
  readonly world: World;
  readonly moderator: AdminActor;
  readonly episodeId: string;
  viewer(name?: string): Promise<Viewer>;
  write(by: Viewer, body?: string): Promise<Comment>;
  /** What viewers see under the episode, newest first. */
  shown(by: Viewer): Promise<string[]>;
  strikesOf(user: Viewer): Promise<{ strikes: { id: string; refId: string }[]; commentingSuspended: boolean }>;
}

export async function openComments(): Promise<CommentWorld> {
  const world = await openWorld();
  const moderator = await makeAdminActor(world, 'moderator');
  const episodeId = await makeEpisode(world, 'published');
  let count = 0;
  return {
    world,
    moderator,
    episodeId,
    viewer: (displayName = 'Layla') => makeViewer(world, { displayName }),
    async write(by, body = `Comment ${++count}`) {
      return (await by.post<Comment>('/v1/comments', { episodeId, body })).body;
    },
    async shown(by) {
      const { body } = await by.get<{ items: Comment[] }>(`/v1/comments/preview?episodeId=${episodeId}&limit=50`);
      return body.items.map(({ id }) => id);
    },
    async strikesOf({ id }) {
      const { body } = await moderator.get<Awaited<ReturnType<CommentWorld['strikesOf']>>>(`/admin/users/${id}`);
      return { strikes: body.strikes, commentingSuspended: body.commentingSuspended };
    },
  };
}
