import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useDisabledReason } from '../../app/disabled-reason.ts';
import { Inline } from '../../ui/box.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { useWords } from '../../words/define.ts';
import { Decision } from './decision.tsx';
import { useFlagChange } from './flag-change.ts';
import { FlagFields, Visibility } from './flag-fields.tsx';
import { flagOf, stateIn, useFlagFields, valuesOf } from './flag-form.ts';
import { type Flag, flagsQuery } from './queries.ts';
import { flagWords } from './words.ts';

const route = getRouteApi('/shell/flags/$key');

/** One flag: whom it is on for, and whether that is someone in particular. */
export function FlagDrawer() {
  const t = useWords(flagWords);
  const { key } = route.useParams();
  const navigate = route.useNavigate();
  const flags = useQuery(flagsQuery);
  const close = () => void navigate({ to: '/flags' });
  return (
    <DetailDrawer title={key} subtitle={<Visibility flagKey={key} />} onClose={close} size={520}>
      <Loaded query={flags} lines={6}>
        {({ data, etag }) => {
          const flag = Object.hasOwn(data.flags, key) ? data.flags[key] : undefined;
          if (flag === undefined) return <EmptyState title={t('missing.title')} text={t('missing.text')} />;
          const common = { flagKey: key, flag, tag: etag, allowed: data.allowed };
          return <Edit {...common} onStale={() => void flags.refetch()} onClose={close} />;
        }}
      </Loaded>
    </DetailDrawer>
  );
}

interface EditProps {
  flagKey: string;
  flag: Flag;
  tag: string | null;
  allowed: readonly string[];
  onStale: () => void;
  onClose: () => void;
}

function Edit({ flagKey, flag, tag, allowed, onStale, onClose }: EditProps) {
  const t = useWords(flagWords);
  const { set, remove } = useFlagChange();
  const blocked = useDisabledReason(allowed, 'system:write');
  const isLocked = !allowed.includes('update');
  const fields = useFlagFields(false, isLocked);
  const saved = { values: valuesOf(flagKey, flag), tag };
  const form = useSchemaForm(fields, saved, { draft: `flag ${flagKey}`, onStale });
  const onDone = () => form.reset();
  const submit = () =>
    set(flagKey, flagOf(form.values), { tag: form.tag, draft: form.draft, onDone, onRefused: form.applyServerErrors });
  const drop = () =>
    remove(flagKey, {
      tag,
      onDone: () => {
        form.reset();
        onClose();
      },
    });
  return (
    <>
      <SchemaFormFrame form={form} onSubmit={submit}>
        <CopyText label={t('key')} text={flagKey} />
        <FlagFields form={form} />
        <Inline align="stretch" wraps mb="xl">
          <Button type="submit" disabled={isLocked || Object.keys(form.changed).length === 0}>
            {t('form.continue')}
          </Button>
          <GatedButton blocked={blocked('update')} color="red" variant="subtle" onClick={drop}>
            {t('remove.button')}
          </GatedButton>
        </Inline>
      </SchemaFormFrame>
      <Decision flagKey={flagKey} state={stateIn(form.values)} />
    </>
  );
}
