-- compatible with 0027
-- outside a transaction
-- What the provider told of one video, which operators look at by the video.
create index concurrently webhook_events_provider on webhook_events ((payload ->> 'providerId'), received_at, id)
  where source = 'media';
