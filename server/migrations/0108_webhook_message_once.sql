-- compatible with 0027
-- All rails share a secret, and a signature does not cover the address that a message is sent to: a copy that is sent to
-- another rail is the same message, and is taken once.
alter table webhook_events
  add column message_digest text,
  add constraint webhook_events_message_once unique (message_digest);
