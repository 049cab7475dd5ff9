-- compatible with 0027
-- Else the newest days of the ledger would be read whole at each look until someone vacuums.
alter index ledger.events_day set (autosummarize = on);
