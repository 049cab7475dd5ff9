-- compatible with 0027
-- The failures of one outcome are found among all that were reported, in the order of the list.
drop index webhook_events_failures_newest;
