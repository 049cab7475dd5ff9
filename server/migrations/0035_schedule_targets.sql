-- compatible with 0027
-- Kept by publishing: what a schedule is for, also once it is over.
create view publish_schedule_targets as select id, ref_type, ref_id from publish_schedules;
grant select on publish_schedule_targets to cliffhanger_app;
