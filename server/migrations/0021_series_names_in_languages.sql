-- compatible with 0020
-- What other features show of a series may be in the viewer's language.
create or replace view series_names as select id, title, title_i18n from series;
