-- A provider may play two assets under one name, as one that makes copies of a video does. Who finds an asset by such a
-- name looks for any that is not deleted.

drop index media_assets_playback_unique;
create index media_assets_playback on media_assets (playback_id) where playback_id is not null;
