import { createServiceTemplate, startPostgres, startService } from '@sluice/testkit';
import { mkdtemp, chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLeanClient } from './client.js';
import { runShortBatch, submitAndWait } from './short-batches.js';
const folder = await mkdtemp(join(tmpdir(), 'sluice-tl-'));
await chmod(folder, 0o755);
await mkdir('/tmp/x/pglog', { recursive: true }); await chmod('/tmp/x/pglog', 0o777); await chmod('/tmp/x', 0o777);
const log = process.env['PGLOG'] ? { logging_collector: 'on', log_directory: '/tmp/x/pglog', log_filename: 'pg.log', log_min_duration_statement: '0', log_line_prefix: '%m|%p|%a|' } : {};
const postgres = await startPostgres(join(folder, 'postgres'), { max_connections: '100', ...log });
process.env['TEST_DATABASE_URL'] = postgres.url;
process.env['TEST_SERVICE_TEMPLATE'] = (await createServiceTemplate(postgres.url)).name;
const service = await startService({ queue: 'postgres', workers: 1, settings: { SERVICE_LOG_LEVEL: 'warn', SERVICE_MAX_REQUESTS_PER_MINUTE: '0' } });
try {
  const client = createLeanClient(service);
  const where = { client, connectionId: service.connectionId };
  for (let i = 0; i < 200; i++) await runShortBatch(where, submitAndWait);
  const times: number[] = [];
  for (let i = 0; i < Number(process.env['N'] ?? 300); i++) { const t = performance.now(); await runShortBatch(where, submitAndWait); times.push(performance.now() - t); }
  times.sort((a, b) => a - b);
  console.log('p50', times[times.length >> 1]!.toFixed(1), 'p10', times[Math.floor(times.length / 10)]!.toFixed(1));
  await new Promise((r) => setTimeout(r, 500));
  console.log('MARK', new Date().toISOString());
  const pids = (process.env['STRACE'] ? (await import('node:child_process')).execSync('pgrep -f bundle/').toString().trim().split('\n') : []); const st = pids.length ? (await import('node:child_process')).spawn('strace', ['-f','-ttt','-T','-s','60','-o','/tmp/x/st.txt', ...pids.flatMap((p)=>['-p',p])]) : null; if (st) await new Promise((r) => setTimeout(r, 1200)); if (st) for (let i = 0; i < 30; i++) await runShortBatch(where, submitAndWait); console.log('T0', Date.now()/1000); const t = performance.now(); await runShortBatch(where, submitAndWait); console.log('one', performance.now() - t);
  console.log('T1', Date.now()/1000); st?.kill('SIGINT'); await new Promise((r) => setTimeout(r, st ? 1500 : 0)); console.log('END', new Date().toISOString());
  client.close();
  if (process.env['TERM_API']) { process.kill(service.api.pid, 'SIGTERM'); for (const w of service.workers ?? []) process.kill(w.pid, 'SIGTERM'); await new Promise((r) => setTimeout(r, 3000)); }
} finally { await service.stop(); await postgres.stop(); }
process.exit(0);
