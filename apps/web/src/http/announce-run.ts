import { queryClient } from './reads.js';

/** The windows of this browser tell each other about new runs. Runs of other browsers are found by reading again. */
const channel = new BroadcastChannel('sluice:runs');

const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['runs'] });

channel.addEventListener('message', refresh);

/** Refreshes the lists of runs in all windows of this browser. */
export function announceRun(): void {
  refresh();
  channel.postMessage('started');
}
