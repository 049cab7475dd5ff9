/** A connection of the owner of the tables. */
export interface OwnerConnection {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Parts of the demo that are created while the service runs are marked when they are complete. */
const nameOf = (part: string): string => `demo: ${part}`;

/** The note of a completed part. */
export async function findPart(owner: OwnerConnection, part: string): Promise<string | undefined> {
  const { rows } = await owner.query<{ note: string }>(
    `select value #>> '{}' as note from measured_figures where name = $1`,
    [nameOf(part)],
  );
  return rows[0]?.note;
}

export async function markPart(owner: OwnerConnection, part: string, note: string | number | true): Promise<void> {
  await owner.query(
    `insert into measured_figures (name, value) values ($1, $2::jsonb)
     on conflict on constraint measured_figures_pk do update set value = excluded.value, measured_at = excluded.measured_at`,
    [nameOf(part), JSON.stringify(note)],
  );
}

export async function inTransaction(owner: OwnerConnection, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    await work();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
