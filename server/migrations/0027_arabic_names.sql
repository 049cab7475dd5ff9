-- compatible with 0026
-- outside a transaction
-- Searches for a part of an Arabic name: letters that are written for each other are one, and marks are left out.
-- The list of letters is that of kit/db/arabic.ts, by which the search asks.
create index concurrently users_folded_name on users using gin (
  translate(
    lower(display_name),
    U&'\0623\0625\0622\0671\0649\0626\06CC\0629\0624\0640\064B\064C\064D\064E\064F\0650\0651\0652\0670',
    U&'\0627\0627\0627\0627\064A\064A\064A\0647\0648'
  ) gin_trgm_ops
);
