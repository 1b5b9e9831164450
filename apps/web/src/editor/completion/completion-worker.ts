// Analyses statements in a separate thread, so that typing never waits.
import { createAnalysisHost, type HostMessage } from './analysis-host.js';

const receive = createAnalysisHost();

addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  const answer = receive(data);
  if (answer !== undefined) postMessage(answer);
});
