import { Group, Stack } from '@mantine/core';
import { ApiError } from '../../api/errors.ts';
import { ErrorNote, ErrorState } from '../../api/show-error.tsx';
import { EffectsView } from '../../app/review/effects-view.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { EmptyState, NoPermissionState } from '../../ui/empty-state.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { StatusPill, toneOf } from '../../ui/status-pill.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { UploadRow } from '../../ui/upload-row.tsx';
import { useServerWord } from '../../words/server.ts';
import { sampleEffects, samplePoints, sampleUploads } from './samples.ts';

const statuses = ['active', 'pending', 'running', 'failed', 'disabled', 'approved', 'rejected', 'expired', 'paused'];
const noop = () => undefined;

/** For builders, so its headings are the names of the parts in the code, in every language. */
export function BlocksScreen() {
  const word = useServerWord();
  return (
    <Page title="Building blocks" narrow>
      <Section title="StatusPill">
        <Group gap="xs">
          {statuses.map((status) => (
            <StatusPill key={status} tone={toneOf(status)}>
              {word('status', status)}
            </StatusPill>
          ))}
        </Group>
      </Section>
      <Section title="EffectsView">
        <EffectsView effects={sampleEffects} />
      </Section>
      <Section title="Timeline">
        <Timeline
          moments={[
            { id: 'a', at: '2026-03-04T10:15:00.000Z', title: word('action', 'admin.enable'), tone: 'positive' },
            { id: 'b', at: '2026-03-03T08:00:00.000Z', title: word('action', 'admin.disable'), tone: 'danger' },
            { id: 'c', at: '2026-03-01T12:30:00.000Z', title: word('action', 'admin.create') },
          ]}
        />
      </Section>
      <Section title="ChartFrame">
        <Stack>
          <ChartFrame
            title={word('permissionGroup', 'wallet')}
            unit="coins"
            kind="area"
            lines={[
              { key: 'minted', label: '+', color: 'iris.6' },
              { key: 'burned', label: '−', color: 'gray.6' },
            ]}
            points={samplePoints}
          />
          <ChartFrame title={word('permissionGroup', 'payments')} unit="USD" lines={[]} points={[]} />
        </Stack>
      </Section>
      <Section title="UploadRow">
        <Stack gap="xs">
          {sampleUploads.map((upload) => (
            <UploadRow
              key={upload.name}
              upload={upload}
              onPause={noop}
              onResume={noop}
              onRetry={noop}
              onRemove={noop}
            />
          ))}
        </Stack>
      </Section>
      <Section title="State, ErrorState, NoPermissionState">
        <EmptyState title={word('status', 'waiting')} text={word('jobDescription', 'rollups')} />
        <ErrorState error={new ApiError('unavailable', 503, {}, '0193-sample')} onRetry={noop} />
        <NoPermissionState permission={word('permission', 'payments:read')} />
        <ErrorNote error={new ApiError('last_superadmin', 409)} />
      </Section>
    </Page>
  );
}
