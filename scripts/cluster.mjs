// `npm run cluster`: builds what is stale and starts what docker-compose.yml describes without containers: nginx, two
// APIs, three workers, PostgreSQL, Redis and an object storage, in processes of this machine.
//   npm run cluster -- --port 8080 --folder cluster
import { register } from 'tsx/esm/api';
import { buildForTests } from './lib/build.mjs';
import { ensureServersInstalled } from './lib/ensure-servers.mjs';

await buildForTests();
ensureServersInstalled(['redis', 'nginx', 'swift', 'memcached']);
// In this process, so that signals reach what handles them.
register();
const { main } = await import('../packages/chaos/src/commands/cluster.ts');
process.exit(await main(process.argv.slice(2)));
