import { exampleId } from './example-ids.ts';

/** A draft with an episode, one in review, and episodes that wait for their moment in vain and otherwise. */
export const exampleCatalog = (callerId: string): string => `
  delete from publish_schedules where id in ('${exampleId('61')}', '${exampleId('62')}')
    or ref_id in (select id from episodes where series_id = '${exampleId('42')}') or ref_id = '${exampleId('42')}';
  delete from episodes where series_id in ('${exampleId('41')}', '${exampleId('42')}', '${exampleId('43')}');
  delete from series where id in ('${exampleId('41')}', '${exampleId('42')}', '${exampleId('43')}');
  insert into series (id, slug, title, target_languages, status) values
    ('${exampleId('41')}', 'moon-over-the-harbour', 'Moon over the Harbour', '{en,ar,id}', 'draft'),
    ('${exampleId('42')}', 'the-quiet-heir', 'The Quiet Heir', '{en}', 'in_review');
  insert into series (id, slug, title, target_languages, status, published_at)
    values ('${exampleId('43')}', 'the-glass-ballroom', 'The Glass Ballroom', '{en}', 'published', clock());
  insert into episodes (id, series_id, episode_number, title, status) values
    ('${exampleId('51')}', '${exampleId('41')}', 1, 'The Ferry', 'draft'),
    ('${exampleId('56')}', '${exampleId('41')}', 2, 'The Crossing', 'draft'),
    ('${exampleId('52')}', '${exampleId('42')}', 1, 'The Will', 'in_review'),
    ('${exampleId('53')}', '${exampleId('42')}', 2, 'The Key', 'scheduled'),
    ('${exampleId('54')}', '${exampleId('42')}', 3, 'The Fire', 'scheduled');
  insert into publish_schedules (id, ref_type, ref_id, action, run_at, status, last_error, created_by) values
    ('${exampleId('61')}', 'episode', '${exampleId('53')}', 'publish', '2030-01-02T11:00:00Z', 'pending', null, '${callerId}'),
    ('${exampleId('62')}', 'episode', '${exampleId('54')}', 'publish', '2026-01-02T11:00:00Z', 'failed', 'out of reach', '${callerId}')`;

/** A video that failed, one that plays in an episode, images, and an event that matched nothing. */
export const exampleMedia = `
  delete from watches where episode_id = '${exampleId('55')}';
  delete from unlocks where episode_id = '${exampleId('55')}';
  delete from media_assets where episode_id = '${exampleId('51')}' or id in ('${exampleId('61')}', '${exampleId('62')}', '${exampleId('63')}', '${exampleId('64')}');
  update series set free_episodes = 1 where id = '${exampleId('43')}';
  insert into episodes (id, series_id, episode_number, title, status, published_at, media_asset_id)
    values ('${exampleId('55')}', '${exampleId('43')}', 1, 'The Invitation', 'published', clock(), '${exampleId('63')}');
  insert into media_assets (id, kind, episode_id, provider, provider_id, playback_id, status, size_bytes)
    values ('${exampleId('63')}', 'video', '${exampleId('55')}', 'video_provider', 'example-ready', 'example-video', 'ready', 1000);
  insert into media_assets (id, kind, episode_id, provider, provider_id, status, error, size_bytes, source_file_name)
    values ('${exampleId('61')}', 'video', '${exampleId('51')}', 'video_provider', 'example-failed', 'failed', 'truncated', 1000,
      'ferry.mp4');
  insert into media_assets (id, kind, provider, playback_id, status, width, height, size_bytes)
    values ('${exampleId('62')}', 'thumb', 'storage', 'example.webp', 'ready', 1280, 720, 1000),
      ('${exampleId('64')}', 'poster', 'storage', 'example-poster.webp', 'ready', 1000, 1500, 1000);
  delete from webhook_events where id = '${exampleId('c2')}' or event_id = 'example';
  insert into webhook_events (id, source, event_id, payload, outcome)
    values ('${exampleId('c2')}', 'media', 'example', '{"providerId":"example-failed","status":"processing"}', 'unmatched')`;

/** A collection that a rail shows, and one that is free. */
export const exampleCuration = `
  delete from rails;
  delete from collections where id in ('${exampleId('c2')}', '${exampleId('c3')}') or slug = 'revenge-this-week';
  insert into collections (id, slug, title_i18n, explanation, type) values
    ('${exampleId('c2')}', 'example-picks', '{"en":"Our picks"}', 'Chosen by our editors', 'manual'),
    ('${exampleId('c3')}', 'example-spare', '{"en":"Spare"}', 'Nothing shows this one yet', 'manual');
  insert into rails (id, surface, collection_id, sort) values
    ('${exampleId('c4')}', 'for_you', '${exampleId('c2')}', 0), ('${exampleId('c5')}', 'for_you', '${exampleId('c2')}', 1)`;
