import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { ListToolsProps } from '../../ui/list/list-tools.ts';
import { Opener } from '../../ui/opener.tsx';
import { ViewsButton } from './views-button.tsx';

const ViewsMenu = lazyComponent(async () => (await import('./views-menu.tsx')).ViewsMenu);

/** The saved views of a list, behind a button of its bar. */
export function ListViews(props: ListToolsProps) {
  return (
    <Opener popup="menu" preload={ViewsMenu.preload} button={(button) => <ViewsButton {...button} />}>
      <ViewsMenu {...props} />
    </Opener>
  );
}
