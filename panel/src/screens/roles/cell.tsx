import { Inline } from '../../ui/box.tsx';
import { IconCheck, IconLock, IconMinus, IconPlus } from '../../ui/icons.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import classes from './roles.module.css';
import type { PermissionMark, Role, StagedRoles } from './staged.ts';
import { roleWords } from './words.ts';

const icons = { held: IconCheck, locked: IconCheck, added: IconPlus, removed: IconMinus } as const;

interface CellProps {
  role: Role;
  permission: string;
  staged: StagedRoles;
  row: number;
  column: number;
  /** The one cell of the grid that Tab leads to. */
  isCurrent: boolean;
  /** Where it says why the tick is locked. */
  describedBy: string;
}

/** Whether a role may do a thing. A locked one stays in reach, and says why it is locked. */
export function Cell({ role, permission, staged, row, column, isCurrent, describedBy }: CellProps) {
  const t = useWords(roleWords);
  const word = useServerWord();
  const mark = staged.markOf(role, permission);
  const isLocked = mark === 'locked';
  const names = { permission: word('permission', permission), role: word('role', role.name, role.name) };
  return (
    <td className={classes.cell}>
      <label className={classes.mark} data-mark={mark} data-locked={isLocked ? role.id : undefined}>
        <input
          type="checkbox"
          className={classes.box}
          aria-label={t('cell', names)}
          aria-disabled={isLocked || undefined}
          aria-describedby={isLocked ? describedBy : undefined}
          data-at={`${row}:${column}`}
          tabIndex={isCurrent ? 0 : -1}
          checked={mark !== 'none' && mark !== 'removed'}
          onChange={() => !isLocked && staged.toggle(role, permission)}
        />
        <Glyph mark={mark} />
      </label>
    </td>
  );
}

function Glyph({ mark }: { mark: PermissionMark }) {
  if (mark === 'none') return null;
  const MarkIcon = icons[mark];
  return (
    <>
      <MarkIcon size={15} stroke={2} aria-hidden />
      {mark === 'locked' && (
        <span className={classes.padlock}>
          <IconLock size={9} stroke={2.5} aria-hidden />
        </span>
      )}
    </>
  );
}

const explained = ['held', 'locked', 'added', 'removed'] as const;

export function Legend() {
  const t = useWords(roleWords);
  return (
    <Inline as="ul" className={classes.legend} align="stretch" wraps gap="lg" rowGap="xs">
      {explained.map((mark) => (
        <li key={mark}>
          <span className={classes.mark} data-mark={mark}>
            <Glyph mark={mark} />
          </span>
          {t(`legend.${mark}`)}
        </li>
      ))}
    </Inline>
  );
}
