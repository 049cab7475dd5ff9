import { Button } from '@mantine/core';
import { Link, type LinkProps, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../api/contract.ts';
import { type Icon, IconPlus } from '../ui/icons.ts';
import { Page } from '../ui/page.tsx';
import { RequirePermission } from './require-permission.tsx';
import { useSession } from './session.ts';

interface ScreenPageProps {
  title: string;
  text: string;
  /** What is begun here by who may; it opens in a drawer over the page. */
  action: {
    readonly label: string;
    readonly to: NonNullable<LinkProps['to']>;
    readonly permission: Permission;
    readonly icon?: Icon;
  };
  children: ReactNode;
}

/** A page whose drawers are its children, for those who may open it. */
export function ScreenPage({ title, text, action, children }: ScreenPageProps) {
  const { can } = useSession();
  const { label, to, icon: ActionIcon = IconPlus } = action;
  return (
    <Page
      title={title}
      description={text}
      actions={
        can(action.permission) && (
          <Button component={Link} to={to} search leftSection={<ActionIcon size={14} />}>
            {label}
          </Button>
        )
      }
    >
      <RequirePermission>
        {children}
        <Outlet />
      </RequirePermission>
    </Page>
  );
}
