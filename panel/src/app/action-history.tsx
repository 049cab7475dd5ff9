import type { ReactNode } from 'react';
import type { Schema } from '../api/client.ts';
import { Loaded, type ShownQuery } from '../api/loaded.tsx';
import { ActingAdmin } from '../ui/person.tsx';
import { Timeline } from '../ui/timeline.tsx';
import { useServerWord } from '../words/server.ts';

type Entry = Schema<'AuditEntry'>;

interface ActionHistoryProps {
  query: ShownQuery<readonly Entry[]>;
  lines: number;
  /** Shown where nothing was done yet. */
  empty: ReactNode;
  /** What is said of an entry beside its action; who did it, if nothing else. */
  detail?: (entry: Entry) => ReactNode;
}

const whoDidIt = ({ admin_name, admin_email }: Entry) => <ActingAdmin name={admin_name} email={admin_email} />;

/** What was done to one thing, newest first. */
export function ActionHistory({ query, lines, empty, detail = whoDidIt }: ActionHistoryProps) {
  const word = useServerWord();
  return (
    <Loaded query={query} lines={lines}>
      {(entries) => {
        if (entries.length === 0) return empty;
        return (
          <Timeline
            moments={entries.map((entry) => ({
              id: entry.id,
              at: entry.created_at,
              title: word('action', entry.action),
              text: detail(entry),
            }))}
          />
        );
      }}
    </Loaded>
  );
}
