import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Alert } from '../../ui/alert.tsx';
import { Text } from '../../ui/box.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { requestsQuery } from './queries.ts';
import { userWords } from './words.ts';

/** What waits for a second person about this user, so that nobody asks for it twice. */
export function WaitingRequests({ userId }: { userId: string }) {
  const t = useWords(userWords);
  const word = useServerWord();
  const { data } = useQuery(requestsQuery(userId));
  const requests = data?.items ?? [];
  if (requests.length === 0) return null;
  return (
    <Text as="div" mb="lg">
      <Alert tone="warning" title={t('requests', { count: requests.length })}>
        {requests.map(({ id, kind }) => (
          <div key={id}>
            <Link to="/approvals/$id" params={{ id }} search={{}}>
              {word('approvalKind', kind)}
            </Link>
          </div>
        ))}
      </Alert>
    </Text>
  );
}
