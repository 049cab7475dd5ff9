import { idOf } from './example-ids.ts';

/** A draft with an episode, one in review, and episodes that wait for their moment in vain and otherwise. */
export const exampleCatalog = (callerId: string): string => `
  delete from publish_schedules where id in ('${idOf('61')}', '${idOf('62')}')
    or ref_id in (select id from episodes where series_id = '${idOf('42')}') or ref_id = '${idOf('42')}';
  delete from episodes where series_id in ('${idOf('41')}', '${idOf('42')}', '${idOf('43')}');
  delete from series where id in ('${idOf('41')}', '${idOf('42')}', '${idOf('43')}');
  insert into series (id, slug, title, target_languages, status) values
    ('${idOf('41')}', 'moon-over-the-harbour', 'Moon over the Harbour', '{en,ar,id}', 'draft'),
    ('${idOf('42')}', 'the-quiet-heir', 'The Quiet Heir', '{en}', 'in_review');
  insert into series (id, slug, title, target_languages, status, published_at)
    values ('${idOf('43')}', 'the-glass-ballroom', 'The Glass Ballroom', '{en}', 'published', clock());
  insert into episodes (id, series_id, episode_number, title, status) values
    ('${idOf('51')}', '${idOf('41')}', 1, 'The Ferry', 'draft'),
    ('${idOf('56')}', '${idOf('41')}', 2, 'The Crossing', 'draft'),
    ('${idOf('52')}', '${idOf('42')}', 1, 'The Will', 'in_review'),
    ('${idOf('53')}', '${idOf('42')}', 2, 'The Key', 'scheduled'),
    ('${idOf('54')}', '${idOf('42')}', 3, 'The Fire', 'scheduled');
  insert into publish_schedules (id, ref_type, ref_id, action, run_at, status, last_error, created_by) values
    ('${idOf('61')}', 'episode', '${idOf('53')}', 'publish', '2030-01-02T11:00:00Z', 'pending', null, '${callerId}'),
    ('${idOf('62')}', 'episode', '${idOf('54')}', 'publish', '2026-01-02T11:00:00Z', 'failed', 'out of reach', '${callerId}')`;

/** A video that failed, one that plays in an episode, images, and an event that matched nothing. */
export const exampleMedia = `
  delete from watches where episode_id = '${idOf('55')}';
  delete from unlocks where episode_id = '${idOf('55')}';
  delete from media_assets where episode_id = '${idOf('51')}' or id in ('${idOf('61')}', '${idOf('62')}', '${idOf('63')}', '${idOf('64')}');
  update series set free_episodes = 1 where id = '${idOf('43')}';
  insert into episodes (id, series_id, episode_number, title, status, published_at, media_asset_id)
    values ('${idOf('55')}', '${idOf('43')}', 1, 'The Invitation', 'published', clock(), '${idOf('63')}');
  insert into media_assets (id, kind, episode_id, provider, provider_id, playback_id, status, size_bytes)
    values ('${idOf('63')}', 'video', '${idOf('55')}', 'video_provider', 'example-ready', 'example-video', 'ready', 1000);
  insert into media_assets (id, kind, episode_id, provider, provider_id, status, error, size_bytes, source_file_name)
    values ('${idOf('61')}', 'video', '${idOf('51')}', 'video_provider', 'example-failed', 'failed', 'truncated', 1000,
      'ferry.mp4');
  insert into media_assets (id, kind, provider, playback_id, status, width, height, size_bytes)
    values ('${idOf('62')}', 'thumb', 'storage', 'example.webp', 'ready', 1280, 720, 1000),
      ('${idOf('64')}', 'poster', 'storage', 'example-poster.webp', 'ready', 1000, 1500, 1000);
  delete from webhook_events where id = '${idOf('c2')}' or event_id = 'example';
  insert into webhook_events (id, source, event_id, payload, outcome)
    values ('${idOf('c2')}', 'media', 'example', '{"providerId":"example-failed","status":"processing"}', 'unmatched')`;

/** A collection that a rail shows, and one that is free. */
export const exampleCuration = `
  delete from rails;
  delete from collections where id in ('${idOf('c2')}', '${idOf('c3')}') or slug = 'revenge-this-week';
  insert into collections (id, slug, title_i18n, explanation, type) values
    ('${idOf('c2')}', 'example-picks', '{"en":"Our picks"}', 'Chosen by our editors', 'manual'),
    ('${idOf('c3')}', 'example-spare', '{"en":"Spare"}', 'Nothing shows this one yet', 'manual');
  insert into rails (id, surface, collection_id, sort) values
    ('${idOf('c4')}', 'for_you', '${idOf('c2')}', 0), ('${idOf('c5')}', 'for_you', '${idOf('c2')}', 1)`;
