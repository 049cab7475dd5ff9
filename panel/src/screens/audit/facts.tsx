import { isNamedId, NamedId } from '../../app/named-id.tsx';
import { ObjectLink } from '../../app/object-link.tsx';
import { useValueName } from '../../app/review/value-name.ts';
import { Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { ActingAdmin } from '../../ui/person.tsx';
import { useWords } from '../../words/define.ts';
import { useReasonWord, useServerWord } from '../../words/server.ts';
import classes from './audit.module.css';
import type { AuditEntry } from './queries.ts';
import { linkedBy, useTargetNames } from './target-names.ts';
import { auditWords } from './words.ts';

/** Who, to what, why and from where, and what else was noted. */
export function EntryFacts({ entry }: { entry: AuditEntry }) {
  const t = useWords(auditWords);
  const word = useServerWord();
  const reasonWord = useReasonWord();
  const { name, sku, isNameless } = useTargetNames()(entry);
  const { target_type: type, target_id: id, reason, ip, admin_id: adminId } = entry;
  return (
    <DrawerSection title={t('facts')}>
      <DescriptionList
        facts={[
          [
            t('who'),
            <ObjectLink key="who" type="admin" id={adminId}>
              <ActingAdmin name={entry.admin_name} email={entry.admin_email} />
            </ObjectLink>,
          ],
          ...(type
            ? [
                [
                  word('target', type),
                  <Stack key="target" as="span" align="start">
                    {isNameless ? (
                      t('noName')
                    ) : (
                      <ObjectLink {...linkedBy(entry)}>
                        <bdi>{name}</bdi>
                        {sku && (
                          <>
                            {' '}
                            <code className="ltr">{sku}</code>
                          </>
                        )}
                      </ObjectLink>
                    )}
                    {type !== 'job' && <bdi className={classes.id}>{id}</bdi>}
                  </Stack>,
                ] as const,
              ]
            : []),
          [t('reason'), <bdi key="why">{reason ? reasonWord(reason) : t('noReason')}</bdi>],
          ...(ip
            ? [
                [
                  t('ip'),
                  <span key="ip" className="ltr">
                    {ip}
                  </span>,
                ] as const,
              ]
            : []),
          ...useFlags(entry),
        ]}
      />
    </DrawerSection>
  );
}

/** Remarks of the server, such as the approval behind a change. */
function useFlags({ flags }: AuditEntry) {
  const word = useServerWord();
  const valueName = useValueName();
  return Object.entries(flags).map(([name, value]) => {
    if (isNamedId(name, value)) return [word('field', name), <NamedId key={name} field={name} id={value} />] as const;
    const shown = valueName(name, value, flags) ?? (typeof value === 'string' ? value : JSON.stringify(value));
    return [word('field', name), <bdi key={name}>{shown}</bdi>] as const;
  });
}
