/** What was opened for a file, and is closed when its last hook has run: the last first. */
const waiting: (() => unknown)[] = [];

/**
 * For what is opened anywhere: an `afterAll` that is called within a hook or a test is lost, and a world that stays open
 * goes on looking into its database until the worker ends.
 */
export function closeAfterFile(close: () => unknown): void {
  waiting.push(close);
}

export async function closeOpened(): Promise<void> {
  const faults: unknown[] = [];
  for (let close = waiting.pop(); close; close = waiting.pop()) {
    try {
      await close();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'not all that the file opened could be closed');
}
