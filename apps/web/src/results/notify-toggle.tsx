import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Icon } from '../ui/icon.js';
import { notificationHelp, requestNotifications, setNotified, useNotifiedRuns } from './notify.js';

interface NotifyToggleProps {
  batchId: string;
  /** Shows only the icon. */
  isCompact?: boolean;
}

/** Turns the notification about the end of a live run on or off. */
export function NotifyToggle({ batchId, isCompact = false }: NotifyToggleProps) {
  const isOn = useNotifiedRuns().includes(batchId);
  const toggle = async (): Promise<void> => {
    const problem = isOn ? null : await requestNotifications();
    if (problem === null) setNotified(batchId, !isOn);
    else notifications.show({ color: 'yellow', ...notificationHelp[problem] });
  };
  const icon = <Icon name={isOn ? 'notified' : 'notify'} size={14} />;
  const state = {
    variant: isOn ? 'light' : 'subtle',
    color: isOn ? 'accent' : 'gray',
    'aria-pressed': isOn,
    onClick: () => void toggle(),
  };
  return (
    <Tooltip label="Notify me when the run ends and this page is not in view">
      {isCompact ? (
        <ActionIcon {...state} aria-label="Notify me">
          {icon}
        </ActionIcon>
      ) : (
        <Button {...state} leftSection={icon}>
          Notify me
        </Button>
      )}
    </Tooltip>
  );
}
