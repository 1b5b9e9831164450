// Analyses statements in a separate thread, so that typing never waits.
import { createAnalysisHost } from './analysis-host.js';
import type { HostMessage } from './host-messages.js';

const receive = createAnalysisHost();

addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  const answer = receive(data);
  if (answer !== undefined) postMessage(answer);
});
