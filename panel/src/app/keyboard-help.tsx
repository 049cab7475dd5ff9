import { Kbd, Modal } from '@mantine/core';
import { Inline, Text } from '../ui/box.tsx';
import { KeyLayer } from '../ui/key-layer.tsx';
import { modKey } from '../ui/keys.ts';
import { useLocalized, useWords } from '../words/define.ts';
import { helpWords } from './help-words.ts';
import classes from './keyboard-help.module.css';
import { useMenu } from './session.ts';

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(helpWords);
  const localized = useLocalized();
  const entries = useMenu().flatMap((group) => group.entries);
  const goTo = entries.map((entry): [string[], string] => [
    ['G', entry.key.toUpperCase()],
    t('goTo', { name: localized(entry.label) }),
  ]);
  const groups: [string, [string[], string][]][] = [
    [t('everywhere'), [[[modKey(), 'K'], t('palette')], [[modKey(), 'Z'], t('undoSave')], [['?'], t('help')], ...goTo]],
    [
      t('lists'),
      [
        [['J', '↓'], t('next')],
        [['K', '↑'], t('previous')],
        [['Enter'], t('open')],
        [['/'], t('filter')],
      ],
    ],
    [
      t('approval'),
      [
        [['A'], t('approve')],
        [['R'], t('reject')],
        [['C'], t('takeBack')],
        [['J', 'K'], t('neighbours')],
      ],
    ],
    [
      t('comment'),
      [
        [['H'], t('hide')],
        [['S'], t('hideStrike')],
        [['D'], t('deleteComment')],
        [['R'], t('restore')],
        [['E'], t('keep')],
        [['1', '6'], t('chooseReason')],
        [['J', 'K'], t('neighbourComments')],
      ],
    ],
    [
      t('grid'),
      [
        [['←', '↑', '↓', '→'], t('cells')],
        [['Home', 'End'], t('edges')],
        [['Ctrl', 'Home', 'End'], t('corners')],
        [['Enter', 'F2'], t('type')],
        [['Enter'], t('keepDown')],
        [['Tab'], t('keepNext')],
        [['Esc'], t('undo')],
        [['Space'], t('select')],
      ],
    ],
    [
      t('calendar'),
      [
        [['←', '→'], t('chips')],
        [['Enter'], t('details')],
        [['Alt', '←', '→'], t('shift')],
      ],
    ],
    [
      t('sheet'),
      [
        [[modKey(), 'Enter'], t('confirm')],
        [['Esc'], t('close')],
      ],
    ],
  ];
  return (
    <KeyLayer kind="dialog" shown={opened} onEscape={onClose}>
      <Modal
        closeOnEscape={false}
        opened={opened}
        onClose={onClose}
        title={t('title')}
        size={880}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <div className={classes.groups}>
          {groups.map(([heading, rows]) => (
            <section key={heading} className={classes.group}>
              <Text as="h3" size="sm" weight="medium" tone="muted" mb="2xs">
                {heading}
              </Text>
              <dl>
                {rows.map(([keys, text]) => (
                  <Inline key={text} className={classes.row} justify="between" gap="lg">
                    <dt>{text}</dt>
                    <dd className="ltr">
                      {keys.map((key, place) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a combination stay where they are, and may be equal
                        <Kbd key={place} size="xs">
                          {key}
                        </Kbd>
                      ))}
                    </dd>
                  </Inline>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Modal>
    </KeyLayer>
  );
}
