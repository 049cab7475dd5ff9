-- compatible with 0027
-- outside a transaction
-- Videos that failed are few among all, and a home asks for them by when they came.
create index concurrently media_assets_status_newest on media_assets (status, created_at, id) where deleted_at is null;
