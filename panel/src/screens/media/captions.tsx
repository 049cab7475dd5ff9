import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { invalidateAfter } from '../../api/invalidate.ts';
import { ErrorNote } from '../../api/show-error.tsx';
import { useSession } from '../../app/session.ts';
import { Inline, Note, Rows, Stack } from '../../ui/box.tsx';
import { isText, useDraft } from '../../ui/draft.ts';
import { GatedButton } from '../../ui/gated-button.tsx';
import { IconCloudUpload } from '../../ui/icons.ts';
import { Time } from '../../ui/time.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { DeleteButton } from './asset-actions.tsx';
import { captionLanguages } from './choices.ts';
import classes from './episode.module.css';
import { episodeWords } from './episode-words.ts';
import type { Asset } from './queries.ts';
import { sendCaption } from './send-file.ts';

type Lang = (typeof captionLanguages)[number];

interface CaptionsProps {
  episodeId: string;
  /** Viewers see a new file at once. */
  noteRequired: boolean;
  assets: readonly Asset[];
}

/** The captions of an episode, a line for each language. A refused file says in which line it is wrong. */
export function Captions({ episodeId, noteRequired, assets }: CaptionsProps) {
  const t = useWords(episodeWords);
  // What was said of one language serves for the next; it is a draft until the first is sent.
  const [said, setSaid] = useState('');
  const [note = said, setNote] = useDraft(`caption note ${episodeId}`, isText);
  return (
    <Stack as="section" gap="sm" aria-labelledby="captions">
      <h2 id="captions">{t('captions')}</h2>
      <Note>{t('captionsText')}</Note>
      {noteRequired && (
        <TextInput
          label={t('captionNote')}
          description={t('captionNoteText')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget: { value } }) => {
            setSaid('');
            setNote(value || undefined);
          }}
        />
      )}
      <Rows framed="plain">
        {captionLanguages.map((lang) => (
          <CaptionRow
            key={lang}
            episodeId={episodeId}
            lang={lang}
            note={noteRequired ? note.trim() : ''}
            asset={assets.find((one) => one.kind === 'caption' && one.lang === lang)}
            onSent={() => {
              setSaid(note);
              setNote(undefined);
            }}
          />
        ))}
      </Rows>
    </Stack>
  );
}

interface CaptionRowProps {
  episodeId: string;
  lang: Lang;
  /** Why, for the audit log; may be empty. */
  note: string;
  asset: Asset | undefined;
  onSent: () => void;
}

function CaptionRow({ episodeId, lang, note, asset, onSent }: CaptionRowProps) {
  const t = useWords(episodeWords);
  const word = useServerWord();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const language = word('language', lang);
  const send = useMutation({
    mutationFn: (file: File) => sendCaption({ episodeId, lang, ...(note && { note }) }, file),
    onSuccess: () => {
      invalidateAfter(client, ['/v1/admin/media']);
      onSent();
    },
  });
  const label = t('captionOf', { language });
  return (
    <Stack as="li" gap="sm" aria-label={label}>
      <Inline wraps gap="md" rowGap="sm">
        <span className={classes.language}>{language}</span>
        <span className={classes.captionFile}>
          {asset ? (
            <>
              <bdi>{asset.sourceFileName}</bdi> · <Time at={asset.createdAt} distance />
            </>
          ) : (
            t('noCaptions')
          )}
        </span>
        <SendButton isThere={asset !== undefined} isSending={send.isPending} onClick={() => input.current?.click()} />
        {asset && <DeleteButton asset={asset} />}
      </Inline>
      <input
        ref={input}
        type="file"
        hidden
        accept=".srt,.vtt"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) send.mutate(file);
          currentTarget.value = '';
        }}
      />
      <ErrorNote error={send.error} />
      {send.isSuccess && <Note role="status">{t('captionDone', { language })}</Note>}
    </Stack>
  );
}

interface SendButtonProps {
  isThere: boolean;
  isSending: boolean;
  onClick: () => void;
}

function SendButton({ isThere, isSending, onClick }: SendButtonProps) {
  const t = useWords(episodeWords);
  const ui = useWords(uiWords);
  const word = useServerWord();
  const { can } = useSession();
  const permission = 'catalog:write';
  const blocked = can(permission)
    ? undefined
    : ui('blocked.permission', { permission: word('permission', permission) });
  return (
    <GatedButton blocked={blocked} loading={isSending} leftSection={<IconCloudUpload size={14} />} onClick={onClick}>
      {t(isThere ? 'replaceCaption' : 'uploadCaption')}
    </GatedButton>
  );
}
