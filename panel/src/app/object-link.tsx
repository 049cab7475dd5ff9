import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './object-link.module.css';
import { useMenu } from './session.ts';

/** Where each kind of thing is shown; the first of its places that is there is taken. */
const places: Readonly<Record<string, readonly string[]>> = {
  admin: ['/admins/$id'],
  approval: ['/approvals/$id'],
  episode: ['/episodes/$id'],
  job: ['/jobs/$job'],
  media_asset: ['/library/$id'],
  outbox: ['/jobs'],
  role: ['/roles/$id', '/roles'],
  series: ['/series/$id'],
  subscription_product: ['/subscription-products/$id'],
  user: ['/users/$id'],
  webhook: ['/webhooks'],
};

/** What has no entry of its own in the menu is open to those who see the entry it belongs to. */
const rootOf: Readonly<Record<string, string>> = { '/episodes/$id': '/series' };

/** The address of a thing, where there is a screen for it that this admin may open. */
export function useObjectHref(): (type: string | null, id: string | null) => string | undefined {
  const router = useRouter();
  const roots = useMenu().flatMap((group) => group.entries.map((entry) => entry.to));
  return (type, id) => {
    if (type === null || id === null) return undefined;
    const path = (places[type] ?? []).find((one) => Object.hasOwn(router.routesByPath, one));
    const open = path && (rootOf[path] ?? path);
    if (!open || !roots.some((root) => open === root || open.startsWith(`${root}/`))) return undefined;
    return path?.replace(/\$\w+/, encodeURIComponent(id));
  };
}

interface ObjectLinkProps {
  type: string | null;
  id: string | null;
  children: ReactNode;
}

/** The name of a thing, as a link where it leads somewhere. */
export function ObjectLink({ type, id, children }: ObjectLinkProps) {
  const href = useObjectHref()(type, id);
  if (!href) return children;
  return (
    <Link to={href} className={classes.link}>
      {children}
    </Link>
  );
}
