-- compatible with 0027
-- outside a transaction
-- Tests that wait for another attempt, which are few among the messages of all campaigns.
create index concurrently push_messages_tests on push_messages (next_attempt_at) where is_test and status <> 'done';
