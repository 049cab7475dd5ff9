import { Button } from '@mantine/core';
import { Alert } from '../ui/alert.tsx';
import { Inline } from '../ui/box.tsx';
import { useIsOutdated } from '../ui/version.ts';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/define.ts';
import classes from './shell.module.css';
import { shellWords } from './words.ts';

/** Offers a fresh page where this one is of an older build; nothing is reloaded by itself. */
export function NewVersionNotice() {
  const t = useWords(shellWords);
  const ui = useWords(uiWords);
  if (!useIsOutdated()) return null;
  return (
    <div className={classes.end}>
      <Alert tone="warning">
        <Inline as="span" wraps gap="md" rowGap="2xs">
          {t('updated')}
          <Button size="compact-xs" h={24} variant="default" onClick={() => window.location.reload()}>
            {ui('reload')}
          </Button>
        </Inline>
      </Alert>
    </div>
  );
}
