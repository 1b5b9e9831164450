// Runs a program and keeps its output to itself unless it fails.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';

/** A program that ended with another code than 0; the message is what it had written. */
export class CommandFailure extends Error {
  name = 'CommandFailure';
}

/** @returns {Promise<void>} rejects with a CommandFailure. */
export function runQuietly(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const written = [];
    child.stdout.on('data', (data) => written.push(data));
    child.stderr.on('data', (data) => written.push(data));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const output = Buffer.concat(written).toString('utf8').trim();
      const how = signal === null ? `code ${code}` : `signal ${signal}`;
      reject(new CommandFailure(`${[command, ...args].join(' ')} ended with ${how}\n\n${output}`));
    });
  });
}
