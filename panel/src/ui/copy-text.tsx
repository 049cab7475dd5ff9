import { Button, CopyButton } from '@mantine/core';
import { useWords } from '../words/define.ts';
import { Inline, Stack } from './box.tsx';
import classes from './copy-text.module.css';
import { IconCheck, IconCopy } from './icons.ts';
import { uiWords } from './words.ts';

interface CopyTextProps {
  label: string;
  text: string;
  /** Shows the button alone: the text stands elsewhere. */
  hidden?: boolean;
}

/** A key, a code or a password that is to be taken elsewhere. */
export function CopyText({ label, text, hidden = false }: CopyTextProps) {
  const t = useWords(uiWords);
  return (
    <Inline gap="md">
      {!hidden && (
        <Stack className={classes.text} gap="3xs" grows>
          <small>{label}</small>
          <code className="ltr">{text}</code>
        </Stack>
      )}
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            aria-label={`${t('copy')}: ${label}`}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          >
            <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
          </Button>
        )}
      </CopyButton>
    </Inline>
  );
}
