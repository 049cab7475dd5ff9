import { Kbd, Modal } from '@mantine/core';
import { modKey } from '../ui/keys.ts';
import { useWords } from '../words/define.ts';
import classes from './keyboard-help.module.css';
import { useMenu } from './session.ts';
import { shellWords } from './words.ts';

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(shellWords);
  const entries = useMenu().flatMap((group) => group.entries);
  const goTo = entries.map((entry): [string[], string] => [
    ['G', entry.key.toUpperCase()],
    t('help.goTo', { name: t(`menu.${entry.label}`) }),
  ]);
  const groups: [string, [string[], string][]][] = [
    [t('help.everywhere'), [[[modKey(), 'K'], t('help.palette')], [['?'], t('help.help')], ...goTo]],
    [
      t('help.lists'),
      [
        [['J', '↓'], t('help.next')],
        [['K', '↑'], t('help.previous')],
        [['Enter'], t('help.open')],
        [['/'], t('help.filter')],
      ],
    ],
    [
      t('help.approval'),
      [
        [['A'], t('help.approve')],
        [['R'], t('help.reject')],
        [['C'], t('help.takeBack')],
        [['J', 'K'], t('help.neighbours')],
      ],
    ],
    [
      t('help.sheet'),
      [
        [[modKey(), 'Enter'], t('help.confirm')],
        [['Esc'], t('help.close')],
      ],
    ],
  ];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('help.title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('help.close') }}
    >
      {groups.map(([heading, rows]) => (
        <section key={heading} className={classes.group}>
          <h3 className={classes.heading}>{heading}</h3>
          <dl className={classes.rows}>
            {rows.map(([keys, text]) => (
              <div key={text} className={classes.row}>
                <dt>{text}</dt>
                <dd className="ltr">
                  {keys.map((key) => (
                    <Kbd key={key} size="xs">
                      {key}
                    </Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
