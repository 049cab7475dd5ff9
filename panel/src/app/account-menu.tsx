import { lazyComponent } from '../ui/lazy-component.tsx';
import { Opener } from '../ui/opener.tsx';
import { AccountButton } from './account-button.tsx';

export const AccountDropdown = lazyComponent(async () => (await import('./account-dropdown.tsx')).AccountDropdown);

export function AccountMenu() {
  return (
    <Opener popup="menu" preload={AccountDropdown.preload} button={(props) => <AccountButton {...props} />}>
      <AccountDropdown />
    </Opener>
  );
}
