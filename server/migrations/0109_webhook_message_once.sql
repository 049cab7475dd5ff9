-- compatible with 0027
-- outside a transaction
-- All rails share a secret, and a signature does not cover the address that a message is sent to: a copy that is sent to
-- another rail is the same message, and is taken once.
create unique index concurrently webhook_events_message_once on webhook_events (message_digest);
