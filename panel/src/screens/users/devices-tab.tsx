import { Box, Stack, Text } from '../../ui/box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { platformOf } from './platforms.ts';
import type { User } from './queries.ts';
import { tabWords } from './tab-words.ts';
import tabClasses from './tabs.module.css';
import classes from './users.module.css';

/** Enough to tell devices apart, and not the whole of it. */
const shortened = (id: string): string => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);

export function DevicesTab({ devices }: Pick<User, 'devices'>) {
  const t = useWords(tabWords);
  if (devices.length === 0) return <EmptyState title={t('devices.empty.title')} text={t('devices.empty.text')} />;
  return (
    <Box className={tabClasses.frame} framed="raised" scrolls>
      <table className={tabClasses.plain} aria-label={t('tabs.devices')}>
        <thead>
          <tr>
            <th scope="col">{t('devices.device')}</th>
            <th scope="col">{t('devices.system')}</th>
            <th scope="col">{t('devices.address')}</th>
            <th scope="col">{t('devices.first')}</th>
            <th scope="col">{t('devices.last')}</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <tr key={device.id}>
              <th scope="row">
                <Stack as="span" className={classes.who} tight>
                  <span className={classes.whoName}>
                    <bdi>
                      {device.model ?? (device.deviceId === null ? t('devices.forgotten') : shortened(device.deviceId))}
                    </bdi>
                  </span>
                  {device.deviceId !== null && (
                    <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
                      <code className="ltr">{shortened(device.deviceId)}</code>
                    </Text>
                  )}
                </Stack>
              </th>
              <td>
                <Stack as="span" className={classes.who} tight>
                  <span>
                    <bdi>{`${platformOf(device.platform)} ${device.osVersion ?? ''}`.trim()}</bdi>
                  </span>
                  {device.appVersion !== null && (
                    <Text className={classes.whoMore} size="sm" weight="normal" tone="muted">
                      {t('devices.app', { version: device.appVersion })}
                    </Text>
                  )}
                </Stack>
              </td>
              <td>
                <span className="ltr">{device.lastIp ?? ''}</span>
              </td>
              <td>
                <Time at={device.firstSeen} distance />
              </td>
              <td>
                <Time at={device.lastSeen} distance />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
