import { type Static, Type } from 'typebox';
import { Id, Int, Moment, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { langQuery } from '../catalog/public.ts';

export const exampleEpisode = '01930000-0000-7000-8000-000000000055';
export const exampleSeries = '01930000-0000-7000-8000-000000000043';

export const Playback = Type.Object(
  {
    episodeId: Id,
    playbackId: Type.String(),
    url: Type.String({ description: 'Needs no credential, and returns 403 after `expiresAt`' }),
    expiresAt: Timestamp,
    captions: Type.Array(Type.Object({ lang: oneOf(['en', 'ar', 'id']), url: Type.String() })),
    promptAfter: Type.Boolean({
      description: 'False if the app must continue with the next episode without interruption',
    }),
  },
  { title: 'Playback' },
);

export const WatchBody = Type.Object({
  episodeId: Type.String({ maxLength: 200 }),
  startedAt: Moment,
  endedAt: Type.Optional(nullable(Moment)),
  secondsWatched: Int({ minimum: 0, maximum: 86_400 }),
  completed: Type.Boolean(),
});

export type WatchReport = Static<typeof WatchBody>;

const watched = {
  episodeId: Id,
  startedAt: Timestamp,
  endedAt: nullable(Timestamp),
  secondsWatched: Int(),
  completed: Type.Boolean(),
};
export const Watch = Type.Object({ id: Id, ...watched }, { title: 'Watch' });
export type WatchRow = Static<typeof Watch>;

export const WatchEntry = Type.Object(
  { seriesId: Id, seriesTitle: Type.String(), episodeNumber: Int(), ...watched },
  { title: 'WatchEntry' },
);
export type WatchEntryRow = Static<typeof WatchEntry> & { id: string };

export const Save = Type.Object({ seriesId: Id, savedAt: Timestamp }, { title: 'SavedSeries' });
export type SaveRow = Static<typeof Save> & { id: string };

/** The database writes the moments of a page of own rows as text. */
export const showWatch = <Row extends { readonly startedAt: string; readonly endedAt: string | null }>(row: Row) => ({
  ...row,
  startedAt: new Date(row.startedAt),
  endedAt: row.endedAt === null ? null : new Date(row.endedAt),
});

export const watchHistoryQuery = { lang: langQuery };
