// Loaded into a process of the service by NODE_OPTIONS=--import. Wraps the primitives that have external
// effects: socket writes as they reach the kernel (to the databases, to Redis, to an HTTP client) and file
// calls below the results folder. After the signal SIGWINCH it counts them. At the effect that the order
// names, the process dies by SIGKILL or the call fails, before or after it was executed.
//
// Only effects caused by a batch are counted: the async context of a BullMQ job, of a notification about a
// waiting batch, of an HTTP request, and of a message between two processes of the service, with everything
// that follows. Lease renewals, sweeps, cancel checks and the queue's own polling start elsewhere.
import { AsyncLocalStorage } from 'node:async_hooks';
import { promises, readFileSync, writeFileSync } from 'node:fs';
import { Server } from 'node:http';
import { Socket } from 'node:net';
import { Worker } from 'bullmq';
import pg from 'pg';

// In the URL, because an executor gets only the environment variables that it needs.
const orderFile = new URL(import.meta.url).searchParams.get('order');
const cause = new AsyncLocalStorage();
/** The fault: `{ id, at, when, how }`; null until armed and after it has happened. */
let order = null;
let count = 0;

const { processJob } = Worker.prototype;
Worker.prototype.processJob = function (job, ...rest) {
  const isBatch = job.name === 'run-batch' || job.name === 'wake';
  return cause.run(isBatch, () => processJob.call(this, job, ...rest));
};

for (const [emitter, event, isCause] of [
  [Server.prototype, 'request', () => true],
  [process, 'message', () => true],
  [pg.Client.prototype, 'notification', ({ channel }) => channel === 'sluice_batch_waiting'],
]) {
  const { emit } = emitter;
  emitter.emit = function (name, ...args) {
    if (name !== event || !isCause(...args)) return emit.call(this, name, ...args);
    return cause.run(true, () => emit.call(this, name, ...args));
  };
}

// The only signal that neither Node nor the service handles.
process.on('SIGWINCH', () => {
  order = JSON.parse(readFileSync(orderFile, 'utf8'));
  count = 0;
  process.stdout.write(`armed ${order.id}\n`);
});

/** Whether the fault is due at this effect; it is due once. */
function isDue(label) {
  if (order === null || cause.getStore() !== true) return null;
  count++;
  if (count !== order.at) return null;
  const due = order;
  order = null;
  writeFileSync(`${orderFile}.${due.id}`, label());
  return due;
}

const die = () => process.kill(process.pid, 'SIGKILL');
const failure = (label) => Object.assign(new Error(`Injected at ${label}`), { code: 'EIO' });

// --- sockets ---

const printable = (data) => {
  const chunks = Array.isArray(data) ? data.map((each) => each.chunk ?? each) : [data];
  const text = chunks.map((chunk) => chunk.toString('latin1')).join('');
  return text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 160);
};

const writeGeneric = Socket.prototype._writeGeneric;
Socket.prototype._writeGeneric = function (writev, data, encoding, callback) {
  // While the socket connects, this call is repeated afterwards; a pipe has no port.
  const isCounted = !this.connecting && this.remotePort !== undefined;
  const label = () => `write to port ${this.remotePort}: ${printable(data)}`;
  const due = isCounted ? isDue(label) : null;
  if (due === null) return writeGeneric.call(this, writev, data, encoding, callback);
  if (due.when === 'before') {
    if (due.how === 'kill') die();
    callback(failure('a write'));
    return undefined;
  }
  writeGeneric.call(this, writev, data, encoding, callback);
  if (due.how === 'kill') die();
  // The data has arrived, but its answer never will.
  this.destroy(failure('an answer'));
  return undefined;
};

// --- files ---

const results = process.env.SERVICE_DB_PATH;
const ours = new WeakSet();

async function effect(label, work) {
  const due = isDue(() => label);
  if (due === null) return work();
  if (due.when === 'before') {
    if (due.how === 'kill') die();
    throw failure(label);
  }
  const done = await work();
  if (due.how === 'kill') die();
  if (typeof done?.close === 'function') await done.close();
  throw failure(label);
}

for (const name of ['open', 'rename', 'unlink', 'mkdir', 'rmdir']) {
  const original = promises[name];
  promises[name] = async (path, ...rest) => {
    if (!String(path).startsWith(results)) return original(path, ...rest);
    const label = `${name} ${String(path).slice(results.length)}`;
    const done = await effect(label, () => original(path, ...rest));
    if (name === 'open') ours.add(done);
    return done;
  };
}

const handle = await promises.open('/dev/null');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['writev', 'write', 'datasync', 'sync']) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    if (!ours.has(this)) return original.apply(this, args);
    return effect(`${name} of a file`, () => original.apply(this, args));
  };
}
