import { mkdir, readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { onStopSignals } from '@sluice/testkit';
import { openCluster, type ClusterDescription } from '../cluster/open-cluster.js';

/**
 * `npm run cluster -- [--port 8080] [--folder cluster]`: `--folder` names an empty folder for the data of all
 * servers and `cluster.json` with the printed details.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, folder: { type: 'string' } },
  });
  const { folder, port } = values;
  if (folder !== undefined) await makeEmpty(folder);
  const asked = untilAsked();
  const cluster = await openCluster({
    folder,
    port: port === undefined ? undefined : Number(port),
    onProgress: console.log,
  });
  console.log(readyText(cluster.description));
  await asked;
  await cluster.stop();
  console.log('Stopped.');
  return 0;
}

async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
}

/** Resolves at the first request to stop; the second one ends the process at once. */
const untilAsked = (): Promise<void> =>
  new Promise((resolve) => {
    onStopSignals({
      stop: () => {
        console.log('Stopping after the start (press Ctrl-C again to force) …');
        resolve();
      },
      force: () => process.exit(1),
      watchParent: process.env['npm_lifecycle_event'] !== undefined,
    });
  });

const readyText = ({ url, email, password, apis, workers }: ClusterDescription): string =>
  [
    `${workers.length} workers online: ${workers.map(({ pid }) => `process ${pid}`).join(', ')}`,
    ...apis.map(({ pid, address }) => `API at ${String(address)}, process ${pid}`),
    '',
    `Sluice is ready at ${url} (nginx); the X-Served-By header of a response names its API.`,
    `  e-mail    ${email}`,
    `  password  ${password}`,
    '',
    'Press Ctrl-C to stop.',
  ].join('\n');
