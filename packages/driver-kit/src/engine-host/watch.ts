import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in its own thread because an engine can block the main thread for minutes.

const cancelled = new Float64Array(workerData as SharedArrayBuffer);
const control = new Socket({ fd: 5, readable: true, writable: false });
let text = '';

control.setEncoding('latin1');
control.on('data', (data: string) => {
  text += data;
  const lines = text.split('\n');
  text = lines.pop() ?? '';
  for (const line of lines) {
    cancelled[0] = Number(line);
    parentPort?.postMessage(Number(line));
  }
});
// The parent has exited or ends the session. A blocked engine handles no softer signal.
control.on('error', () => undefined);
control.on('close', () => process.kill(process.pid, 'SIGKILL'));
