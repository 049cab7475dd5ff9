-- compatible with 0027
-- The campaign of each message was looked up by itself: of a hundred thousand messages that took as long as all other
-- work on them. Messages are written while their campaign is locked, and nobody may delete a campaign.
alter table push_messages drop constraint push_messages_campaign_fk;
