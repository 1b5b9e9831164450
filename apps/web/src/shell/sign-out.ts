import { call, mountPath } from '../http/client.js';
import { flushDrafts, startDrafts, stopDrafts } from '../tabs/draft-sync.js';
import { clearStoredWork } from '../ui/browser-storage.js';
import { askConfirmation } from '../ui/confirm.js';
import { showError } from '../ui/show-error.js';

const unsavedQuestion = {
  title: 'Sign out?',
  text: 'Signing out removes your texts from this browser. Some could not be stored on the server.',
  action: 'Sign out',
};

/** Signs the user out; asks first if a text could not be stored on the server. */
export async function signOut(): Promise<void> {
  if (!(await flushDrafts()) && !(await askConfirmation(unsavedQuestion))) return;
  stopDrafts();
  try {
    await call('POST', '/api/signout');
  } catch (error) {
    startDrafts();
    showError(error, 'Sign-out failed');
    return;
  }
  clearStoredWork();
  // A full page load clears the memory of this page: another user may sign in next.
  window.location.assign(`${mountPath}/signin`);
}
