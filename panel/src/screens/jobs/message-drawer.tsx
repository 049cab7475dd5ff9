import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState } from '../../api/show-error.tsx';
import { Text } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { SkeletonLines } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './jobs.module.css';
import { MessageStatus, Retry } from './outbox.tsx';
import { messageQuery } from './queries.ts';
import { jobWords } from './words.ts';

const route = getRouteApi('/shell/jobs/messages/$id');

/** One message, read by its ID: it need not be on the page of the list. */
export function MessageDrawer() {
  const t = useWords(jobWords);
  const word = useServerWord();
  const format = useFormat();
  const { id } = route.useParams();
  const { data: message, error, refetch } = useQuery(messageQuery(id));
  const navigate = route.useNavigate();
  const close = () => void navigate({ to: '/jobs', search: true });
  if (!message) {
    return (
      <DetailDrawer title={t('outbox.title')} onClose={close}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />}
      </DetailDrawer>
    );
  }
  const { topic, attempts, lastError, createdAt, nextAttemptAt, deliveredAt, status } = message;
  return (
    <DetailDrawer
      title={word('outboxTopic', topic)}
      subtitle={<MessageStatus message={message} />}
      actions={<Retry message={message} />}
      onClose={close}
    >
      {lastError && (
        <DrawerSection title={t('outbox.error')}>
          <Text as="p" className={classes.error} size="sm" tone="danger" breaks>
            <bdi>{lastError}</bdi>
          </Text>
        </DrawerSection>
      )}
      <DrawerSection title={t('outbox.delivery')}>
        <DescriptionList
          facts={[
            [t('outbox.attempts'), format.number(attempts)],
            [t('outbox.created'), <Time key="created" at={createdAt} />],
            ...(status === 'waiting' ? [[t('outbox.next'), <Time key="next" at={nextAttemptAt} />] as const] : []),
            [t('outbox.delivered'), <Time key="delivered" at={deliveredAt} />],
          ]}
        />
      </DrawerSection>
      <DrawerSection title={t('outbox.trace')}>
        <CopyText label={t('outbox.id')} text={id} />
      </DrawerSection>
    </DetailDrawer>
  );
}
