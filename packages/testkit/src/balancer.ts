import { readFileSync } from 'node:fs';
import { runNginx, type Nginx, type NginxPlace } from './nginx.js';

/** The header in which {@link startBalancer} tells which API has answered; nobody else does. */
export const servedByHeader = 'x-served-by';

const deployed = new URL('../../../deploy/nginx.conf', import.meta.url);

/**
 * Starts nginx in front of APIs of this machine, given as `host:port`, with the configuration that is deployed.
 * Nothing is sticky.
 */
export const startBalancer = (apis: readonly string[], port?: number): Promise<Nginx> =>
  runNginx((place) => balancerConfig(apis, place), port);

/** The deployed configuration, for other addresses and as one process that tells who has answered. */
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
