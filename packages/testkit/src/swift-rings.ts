import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes the rings that the servers use for lookups: one device and one replica, so a single entry. One program
 * makes all: `swift-ring-builder` takes three calls for each ring, and a call takes over a second of processor
 * time.
 */
export async function makeRings(folder: string, ports: Record<string, number>): Promise<void> {
  const places = Object.entries(ports).flatMap(([kind, port]) => [
    join(folder, `${kind}.ring.gz`),
    String(port),
  ]);
  await promisify(execFile)(await swiftPython(), ['-c', program, ...places]);
}

const program = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({
        'region': 1, 'zone': 1, 'weight': 1, 'device': 'd1', 'meta': '',
        'ip': '127.0.0.1', 'port': port,
        'replication_ip': '127.0.0.1', 'replication_port': port,
    })
    builder.rebalance()
    builder.get_ring().save(path)
`;

/** Returns the Python that has Swift's modules: the one that runs its programs. @throws without Swift */
async function swiftPython(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const text = await readFile(join(folder, 'swift-ring-builder'), 'utf8').catch(() => '');
    const [, python] = /^#! *(\S+)/.exec(text) ?? [];
    if (python !== undefined) return python;
  }
  throw new Error('Swift is not installed: swift-ring-builder is missing');
}
