import { readFileSync } from 'node:fs';
import { runNginx, type Nginx, type NginxPlace } from './nginx.js';

/** Response header of {@link startBalancer} with the address of the API that answered. */
export const servedByHeader = 'x-served-by';

const deployed = new URL('../../../deploy/nginx.conf', import.meta.url);

/**
 * Starts nginx in front of local APIs, given as `host:port`, with the deployed configuration and without
 * sticky sessions.
 */
export const startBalancer = (apis: readonly string[], port?: number): Promise<Nginx> =>
  runNginx((place) => balancerConfig(apis, place), port);

/**
 * Returns the deployed configuration for other addresses, as a single process that names the answering API.
 */
export function balancerConfig(apis: readonly string[], { port, folder }: NginxPlace): string {
  const changes: [RegExp, string | ((found: string) => string)][] = [
    [/worker_processes auto;/, 'daemon off; master_process off;'],
    [/listen \d+;/, `listen 127.0.0.1:${String(port)};`],
    [/access_log off;/, `access_log off; add_header ${servedByHeader} $upstream_addr always;`],
    [/\/tmp\//g, `${folder}/`],
    [
      /( *server api-\d+:3000 [^;]*;\n)+/,
      (servers) => {
        const [first = ''] = servers.split('\n');
        return apis.map((api) => `${first.replace(/api-\d+:3000/, api)}\n`).join('');
      },
    ],
  ];
  return changes.reduce(
    (text, [what, by]) => {
      if (text.search(what) === -1) throw new Error(`deploy/nginx.conf has no ${String(what)}`);
      return text.replace(what, typeof by === 'string' ? () => by : by);
    },
    readFileSync(deployed, 'utf8'),
  );
}
