import { listSeries, sortColumns } from '../../server/src/features/catalog/series.sql.ts';
import { openDatabase } from '../../server/src/kit/db/database.ts';
import { adminDeck } from '../callers.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { compare, type Result } from '../rounds.ts';
import type { Stage } from '../stage.ts';

const limit = 20;

/** The very statement that the list sends, with its one value written in. */
async function statementOf(url: string): Promise<string> {
  const statements: string[] = [];
  const database = openDatabase({ url, connections: 1, onStatement: (text) => statements.push(text) });
  const page = { id: 's.id', order: 'desc', limit, cursor: undefined, boundTo: [] } as const;
  await listSeries(database.db, {}, { ...sortColumns.created_at, ...page });
  await database.close();
  const [text = ''] = statements;
  return text.replace('$1', String(limit + 1));
}

/** The newest series with their counts, beside the database alone answering the same SQL. */
export async function seriesList(stage: Stage): Promise<Result> {
  const text = await statementOf(stage.databaseUrl);
  const deck = adminDeck(stage, [`/v1/admin/series?limit=${limit}`]);
  const shape = { connections: 16, seconds: 2 };
  return compare(
    () => load({ port: stage.port, deck, ...shape }),
    () => pgbench({ url: stage.databaseUrl, text, ...shape }),
  );
}
