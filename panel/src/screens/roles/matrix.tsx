import { Tooltip, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useId, useState } from 'react';
import { Box, Inline } from '../../ui/box.tsx';
import { useFormat } from '../../ui/format.ts';
import { useGridKeys } from '../../ui/grid-keys.ts';
import { IconUsers } from '../../ui/icons.ts';
import { WorkTable } from '../../ui/work-table.tsx';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { Cell, Legend } from './cell.tsx';
import classes from './roles.module.css';
import { groupsOf, holdsAll, type PermissionGroup, type Role, type StagedRoles } from './staged.ts';
import { roleWords } from './words.ts';

interface MatrixProps {
  roles: readonly Role[];
  staged: StagedRoles;
}

/** A reason shown beside the cell that the pointer or the focus is on. */
interface Hint {
  readonly target: HTMLElement;
  readonly text: string;
}

/** Permissions down, roles across: one grid with one tab stop, walked with the arrow keys. */
export function Matrix({ roles, staged }: MatrixProps) {
  const t = useWords(roleWords);
  const [hint, setHint] = useState<Hint | null>(null);
  const groups = groupsOf(roles);
  const rows = groups.reduce((sum, { permissions }) => sum + permissions.length, 0);
  const grid = useGridKeys(rows, roles.length);
  const reasons = useReasons(roles);
  const help = useId();
  const show = (element: EventTarget) => {
    const locked = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-locked]') : null;
    const role = roles.find(({ id }) => id === locked?.dataset.locked);
    setHint(locked && role ? { target: locked, text: reasons.of(role) } : null);
  };
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, one) => sum + one.permissions.length, 0));
  return (
    <WorkTable
      above={
        <>
          <Legend />
          <span id={help}>{t('keys')}</span>
        </>
      }
    >
      {reasons.texts}
      <Box framed="raised" scrolls>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are walked
          role="grid"
          ref={grid.ref}
          aria-label={t('matrix')}
          aria-describedby={help}
          onKeyDown={grid.onKeyDown}
          onPointerOver={(event) => show(event.target)}
          onPointerLeave={() => setHint(null)}
          onFocus={(event) => {
            grid.onFocus(event);
            show(event.target);
          }}
          onBlur={() => setHint(null)}
        >
          <Head roles={roles} />
          <tbody>
            {groups.map((group, index) => (
              <GroupRows
                key={group.name}
                group={group}
                roles={roles}
                staged={staged}
                current={grid.current}
                describedBy={reasons.idOf}
                firstRow={starts[index] ?? 0}
              />
            ))}
          </tbody>
        </table>
      </Box>
      {hint && <Tooltip opened target={hint.target} label={hint.text} withinPortal />}
    </WorkTable>
  );
}

/** Why ticks are locked, by role: for the tooltip, and once as text that screen readers are pointed to. */
function useReasons(roles: readonly Role[]) {
  const t = useWords(roleWords);
  const word = useServerWord();
  const id = useId();
  const of = (role: Role) =>
    holdsAll(role) ? t('locked.everything') : t('locked.baseline', { role: word('role', role.name, role.name) });
  const idOf = (role: Role) => `${id}-${role.id}`;
  const texts = (
    <VisuallyHidden>
      {roles
        .filter((role) => role.is_system)
        .map((role) => (
          <span key={role.id} id={idOf(role)}>
            {of(role)}
          </span>
        ))}
    </VisuallyHidden>
  );
  return { of, idOf, texts };
}

function Head({ roles }: { roles: readonly Role[] }) {
  const t = useWords(roleWords);
  const word = useServerWord();
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.corner}>
          {t('permission')}
        </th>
        {roles.map((role) => (
          <th key={role.id} scope="col" className={classes.role}>
            <Link to="/roles/$id" params={{ id: role.id }} className={classes.roleName}>
              <bdi>{word('role', role.name, role.name)}</bdi>
            </Link>
            <Inline as="span" within gap="2xs" weight="normal" nowrap mt="2xs">
              <IconUsers size={12} stroke={1.75} aria-hidden />
              {t('holders', { count: role.admin_count })}
            </Inline>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface GroupRowsProps extends MatrixProps {
  group: PermissionGroup;
  firstRow: number;
  current: { row: number; column: number };
  describedBy: (role: Role) => string;
}

function GroupRows({ group, roles, staged, firstRow, current, describedBy }: GroupRowsProps) {
  const word = useServerWord();
  const format = useFormat();
  const { permissions } = group;
  const held = (role: Role) =>
    permissions.filter((permission) => !['none', 'removed'].includes(staged.markOf(role, permission))).length;
  return (
    <Fragment>
      <tr className={classes.group}>
        <th scope="rowgroup" className={classes.groupName}>
          {word('permissionGroup', group.name)}
        </th>
        {roles.map((role) => (
          <td key={role.id} className={classes.tally}>
            <bdi>{`${format.number(held(role))}/${format.number(permissions.length)}`}</bdi>
          </td>
        ))}
      </tr>
      {permissions.map((permission, index) => (
        <tr key={permission}>
          <th scope="row" className={classes.permission}>
            {word('permission', permission)}
            <code className="ltr">{permission}</code>
          </th>
          {roles.map((role, column) => (
            <Cell
              key={role.id}
              role={role}
              permission={permission}
              staged={staged}
              describedBy={describedBy(role)}
              row={firstRow + index}
              column={column}
              isCurrent={current.row === firstRow + index && current.column === column}
            />
          ))}
        </tr>
      ))}
    </Fragment>
  );
}
