import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './free-port.js';
import { serverFolder, startServerProgram } from './server-program.js';

/** An nginx process. */
export interface Nginx {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  stop(): Promise<void>;
}

/** The variables of a configuration. */
export interface NginxPlace {
  port: number;
  /** Folder for temporary files. */
  folder: string;
}

/** Starts the installed nginx on a free port; `location` configures all paths. */
export const startNginx = (location: string): Promise<Nginx> =>
  runNginx(({ port, folder }) => {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
     events { worker_connections 64; }
     http {
       access_log off; ${paths.join(' ')}
       server { listen 127.0.0.1:${String(port)}; location / { ${location} } }
     }`;
  });

/**
 * Starts the installed nginx with a complete configuration, which must keep it a single process.
 */
export async function runNginx(
  configure: (place: NginxPlace) => string,
  givenPort?: number,
): Promise<Nginx> {
  const folder = serverFolder('nginx');
  const port = givenPort ?? (await freePort());
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configure({ port, folder }));
  const args = ['-p', folder, '-c', file, '-e', 'stderr'];
  const stop = await startServerProgram({ command: 'nginx', args, port, folder });
  return { url: `http://127.0.0.1:${String(port)}`, stop };
}
