import { readStored, storedNames, writeStored } from '../ui/browser-storage.js';
import { createStore, useStore } from '../ui/store.js';

const PREFIX = 'notify:';

/** The runs that this browser notifies about. Stored, so that a reload keeps them. */
const notified = createStore<string[]>(storedNames(PREFIX));

// Another window has changed them.
addEventListener('storage', () => notified.set(storedNames(PREFIX)));

/** Returns the runs that this browser notifies about. */
export const useNotifiedRuns = (): string[] => useStore(notified, (ids) => ids);

/** Turns the notification about a run on or off. */
export function setNotified(batchId: string, isOn: boolean): void {
  writeStored(PREFIX + batchId, isOn ? true : undefined);
  const others = notified.get().filter((id) => id !== batchId);
  notified.set(isOn ? [...others, batchId] : others);
}

/** Turns the notification off; returns whether it was on. Only one of several windows gets true. */
export function takeNotified(batchId: string): boolean {
  const isOn = readStored(PREFIX + batchId, false);
  setNotified(batchId, false);
  return isOn;
}

/** Why the browser shows no notification. */
export type NotificationProblem = 'unsupported' | 'denied' | 'dismissed';

/** Asks for permission to show notifications, if it is not decided yet; returns null if it is granted. */
export async function requestNotifications(): Promise<NotificationProblem | null> {
  if (!isSecureContext || !('Notification' in window)) return 'unsupported';
  const permission =
    Notification.permission === 'default'
      ? await Notification.requestPermission()
      : Notification.permission;
  if (permission === 'granted') return null;
  return permission === 'denied' ? 'denied' : 'dismissed';
}

/** What to do about each problem. */
export const notificationHelp: Record<NotificationProblem, { title: string; message: string }> = {
  unsupported: {
    title: 'Notifications are not available',
    message: 'The browser shows notifications only over HTTPS.',
  },
  denied: {
    title: 'Notifications are blocked',
    message:
      'Allow notifications for this site in the settings of the browser, then select “Notify me” again.',
  },
  dismissed: {
    title: 'Notifications are not allowed yet',
    message: 'Select “Notify me” again and allow notifications when the browser asks.',
  },
};
