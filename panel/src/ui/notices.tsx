import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Short news that need no answer. A default export, because that is what `lazy` takes. */
export default function Notices() {
  return <Notifications position="bottom-right" limit={3} />;
}
