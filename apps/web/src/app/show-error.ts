import { notifications } from '@mantine/notifications';
import { textOf } from '../api/client.js';

/** Tells why something did not work, at the edge of the page. */
export const showError = (error: unknown, title = 'That did not work'): void => {
  notifications.show({ color: 'red', title, message: textOf(error) });
};
