-- compatible with 0109
-- Replaces the view told_events, which is dropped once no running release reads it.
create view viewer_event_facts as select user_id, at, name, series_id, episode_id from viewer_events;
grant select on viewer_event_facts to cliffhanger_app;
