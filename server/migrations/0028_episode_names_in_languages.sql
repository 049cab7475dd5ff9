-- compatible with 0027
-- What other features show of an episode may be in the reader's language, as that of a series may.
create or replace view episode_names as
  select id, series_id, episode_number, title, thumb_asset_id, title_i18n from episodes;
