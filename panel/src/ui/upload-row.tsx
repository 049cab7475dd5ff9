import { ActionIcon, Progress } from '@mantine/core';
import { useWords } from '../words/define.ts';
import { Inline, Stack, Text } from './box.tsx';
import { useFormat } from './format.ts';
import { IconCloudUpload, IconFile, IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from './icons.ts';
import classes from './upload-row.module.css';
import { uiWords } from './words.ts';

export interface Upload {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: 'waiting' | 'uploading' | 'paused' | 'failed' | 'done';
  readonly bytesPerSecond?: number;
  /** Why it failed, as a sentence. */
  readonly fault?: string;
}

interface UploadRowProps {
  upload: Upload;
  onPause?: () => void;
  onResume?: () => void;
  onRetry?: () => void;
  /** Instead of another try, where the file itself was refused. */
  onReplace?: () => void;
  onRemove?: () => void;
}

const colors = { waiting: 'gray', uploading: 'iris', paused: 'gray', failed: 'red', done: 'teal' } as const;

/** One file on its way. It only shows and tells; who uploads is the caller. */
export function UploadRow({ upload, onPause, onResume, onRetry, onReplace, onRemove }: UploadRowProps) {
  const t = useWords(uiWords);
  const format = useFormat();
  const { name, size, sent, state, bytesPerSecond, fault } = upload;
  const share = size === 0 ? 1 : sent / size;
  const facts = [
    `${format.bytes(sent)} / ${format.bytes(size)}`,
    ...(state === 'uploading' && bytesPerSecond ? speedFacts(bytesPerSecond) : []),
  ];
  function speedFacts(speed: number): string[] {
    const seconds = Math.round((size - sent) / speed);
    const time = new Date(seconds * 1000).toISOString().slice(seconds >= 3600 ? 11 : 14, 19);
    return [t('upload.speed', { size: format.bytes(speed) }), t('upload.left', { time })];
  }
  const act = { pause: onPause, resume: onResume, retry: onRetry, replace: onReplace, remove: onRemove };
  const icons = {
    pause: IconPlayerPause,
    resume: IconPlayerPlay,
    retry: IconRefresh,
    replace: IconCloudUpload,
    remove: IconX,
  };
  const shown = {
    waiting: [],
    uploading: ['pause'],
    paused: ['resume'],
    failed: ['retry', 'replace'],
    done: [],
  } as const;
  return (
    <Inline className={classes.row} gap="md" data-state={state}>
      <IconFile size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <Stack gap="2xs" grows>
        <Inline align="stretch" justify="between" gap="lg">
          <Text as="bdi" weight="medium" cut title={name}>
            {name}
          </Text>
          <Text className={classes.state} size="sm" tone="muted" tabular nowrap>
            {/* One that was refused before or after all of it had arrived is not said to be complete. */}
            {state === 'failed' && (share === 1 || sent === 0)
              ? t('upload.failed')
              : `${t(`upload.${state}`)} · ${format.percent(Math.floor(share * 100) / 100)}`}
          </Text>
        </Inline>
        <Progress value={share * 100} size={4} color={colors[state]} aria-label={name} />
        <Text as="div" className={classes.facts} size="sm" tone="muted" tabular breaks>
          {fault ?? facts.join(' · ')}
        </Text>
      </Stack>
      {[...shown[state], 'remove' as const].map((action) => {
        const [run, ActionGlyph] = [act[action], icons[action]];
        return (
          run && (
            <ActionIcon key={action} aria-label={t(`upload.${action}`, { name })} onClick={run}>
              <ActionGlyph size={16} stroke={1.75} />
            </ActionIcon>
          )
        );
      })}
    </Inline>
  );
}
