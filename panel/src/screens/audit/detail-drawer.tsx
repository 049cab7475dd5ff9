import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryFallback } from '../../api/loaded.tsx';
import { useObjectHref } from '../../app/object-link.tsx';
import { UndoEntry } from '../../app/undo.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { IconArrowRight } from '../../ui/icons.ts';
import { ActingAdmin } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './audit.module.css';
import { HumanDiff, namedInSheet, RawEntry } from './content.tsx';
import { EntryFacts } from './facts.tsx';
import { type AuditEntry, type AuditEntryDetail, entryQuery } from './queries.ts';
import { linkedBy } from './target-names.ts';
import { auditWords } from './words.ts';

const route = getRouteApi('/shell/audit/$id');
const wide = 640;

export function AuditDrawer() {
  const t = useWords(auditWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const entry = useQuery(entryQuery(id));
  const close = () => void navigate({ to: '/audit', search: true });
  if (!entry.data) {
    return (
      <DetailDrawer title={t('title')} onClose={close} size={wide}>
        <QueryFallback query={entry} />
      </DetailDrawer>
    );
  }
  return <Shown entry={entry.data} onClose={close} />;
}

function Shown({ entry, onClose }: { entry: AuditEntryDetail; onClose: () => void }) {
  const t = useWords(auditWords);
  const word = useServerWord();
  return (
    <DetailDrawer
      title={word('action', entry.action)}
      subtitle={
        <>
          <ActingAdmin name={entry.admin_name} email={entry.admin_email} /> <Time at={entry.created_at} />
        </>
      }
      actions={
        <>
          <UndoEntry entry={entry} shows={namedInSheet} />
          <Jumps entry={entry} />
        </>
      }
      onClose={onClose}
      size={wide}
    >
      <EntryFacts entry={entry} />
      <Content entry={entry} />
      {entry.request_id && (
        <DrawerSection title={t('trace')}>
          <CopyText label={t('requestId')} text={entry.request_id} />
        </DrawerSection>
      )}
    </DetailDrawer>
  );
}

/** To the object itself, and to all that happened to it or that the same admin did. */
function Jumps({ entry }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  const word = useServerWord();
  const linked = linkedBy(entry);
  const href = useObjectHref()(linked.type, linked.id);
  const { target_type: targetType, target_id: targetId, admin_id: adminId } = entry;
  return (
    <>
      {href && linked.type && (
        <Button component={Link} to={href} rightSection={<IconArrowRight size={14} className="points" />}>
          {t('jump', { what: word('target', linked.type) })}
        </Button>
      )}
      {targetType && targetId && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/audit" search={{ targetType, targetId }} {...props} />}
        >
          {t('sameTarget')}
        </Button>
      )}
      {adminId && (
        <Button variant="default" renderRoot={(props) => <Link to="/audit" search={{ adminId }} {...props} />}>
          {t('sameAdmin')}
        </Button>
      )}
    </>
  );
}

/** What changed, for people or as it is kept. */
function Content({ entry }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  const [raw, setRaw] = useState(false);
  return (
    <DrawerSection title={t('changes')}>
      <SegmentedControl
        size="xs"
        className={classes.toggle ?? ''}
        aria-label={t('changes')}
        value={raw ? 'raw' : 'human'}
        onChange={(value) => setRaw(value === 'raw')}
        data={[
          { value: 'human', label: t('human') },
          { value: 'raw', label: t('json') },
        ]}
      />
      {raw ? <RawEntry entry={entry} /> : <HumanDiff entry={entry} />}
    </DrawerSection>
  );
}
