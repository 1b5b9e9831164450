import { notifications } from '@mantine/notifications';
import { errorText } from '../http/client.js';

/** Shows an error as a notification. */
export const showError = (error: unknown, title = 'Action failed'): void => {
  notifications.show({ color: 'red', title, message: errorText(error) });
};
