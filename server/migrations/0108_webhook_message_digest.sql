-- compatible with 0027
-- Of the message that brought an event, which all of its copies have in common; null in those from before.
alter table webhook_events add column message_digest text;
