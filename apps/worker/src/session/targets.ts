import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { ServiceSettings } from '@sluice/config';
import { DriverError, type Targets } from '@sluice/driver-kit';
import {
  isNamed,
  isSameDatabase,
  judgeAddress,
  judgeName,
  readHost,
  type Host,
  type Refusal,
  type Target,
  type TargetLists,
} from '@sluice/targets';
import type { Logger } from 'pino';
import { createServicesAt, type Lookup } from './service-addresses.js';
import { serviceEndpoints, type ServiceEndpoint } from './service-endpoints.js';

/** The rules on the hosts that connections may reach. */
export interface TargetOptions extends TargetLists {
  /** Endpoints that no connection may reach. */
  endpoints: readonly ServiceEndpoint[];
  /** Default: the system's resolver. */
  lookup?: Lookup;
  log: Pick<Logger, 'warn'>;
}

const systemAddresses: Lookup = (name) => systemLookup(name, { all: true });

/** Returns the rules of the settings. */
export const targetsOf = (settings: ServiceSettings, log: Logger): Targets =>
  createTargets({
    allow: settings.SERVICE_TARGET_HOSTS_ALLOW,
    deny: settings.SERVICE_TARGET_HOSTS_DENY,
    endpoints: serviceEndpoints(settings),
    log,
  });

/**
 * Checks where connections may go. A name is looked up here, once, and every address must be allowed, so that
 * the checked address is the one that is connected to. The error does not tell why a host is refused, since
 * that would reveal the network.
 */
export function createTargets(options: TargetOptions): Targets {
  const { endpoints, lookup = systemAddresses, log } = options;
  const servicesAt = createServicesAt(endpoints, lookup);

  const refuse = (refusal: Refusal, port: number): DriverError => {
    log.warn({ ...refusal, port }, 'connection to a forbidden host refused');
    return notAllowed();
  };
  const checkName = (target: Target): void => {
    const refusal = judgeName(options, target);
    if (refusal !== null) throw refuse(refusal, target.port);
  };
  const checkAll = async (target: Target, addresses: readonly string[]): Promise<void> => {
    const services = await servicesAt(target.port);
    for (const address of addresses) {
      const refusal = judgeAddress(options, target, address, services);
      if (refusal !== null) throw refuse(refusal, target.port);
    }
  };
  const resolve = async (host: Host, target: Target): Promise<LookupAddress[]> => {
    const found = 'address' in host ? [entryOf(host.address)] : [...(await lookup(host.query))];
    await checkAll(
      target,
      found.map(({ address }) => address),
    );
    return found;
  };

  return {
    resolve: async (text, port, postgresDatabase) => {
      const [host, target] = read(text, port, postgresDatabase);
      checkName(target);
      return resolve(host, target);
    },
    behindProxy: async (text, port, postgresDatabase) => {
      const [host, target] = read(text, port, postgresDatabase);
      checkName(target);
      if ('query' in host && isNamed(options, target)) return host.query;
      const [first] = await resolve(host, target).catch((error: unknown) => {
        throw error instanceof DriverError ? error : unresolvable();
      });
      if (first === undefined) throw unresolvable();
      return first.address;
    },
    checkSocket: async (port, database) => {
      const services = await servicesAt(port);
      const isOurs = services.some(
        (each) => each.isLocal && each.database !== null && isSameDatabase(each.database, database),
      );
      if (isOurs) throw refuse({ reason: 'service' }, port);
    },
  };
}

function read(text: string, port: number, postgresDatabase: string | undefined): [Host, Target] {
  const host = readHost(text);
  if (host === null) throw refused('The host is not a valid name or address');
  return [host, { name: 'name' in host ? host.name : null, port, postgresDatabase }];
}

const entryOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const refused = (title: string, detail?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { detail });

const notAllowed = (): DriverError =>
  refused(
    'Connections to this host are not allowed',
    'SERVICE_TARGET_HOSTS_ALLOW and SERVICE_TARGET_HOSTS_DENY define which hosts are ' +
      'allowed; the default is the public internet. The metadata database and addresses on the ' +
      "service's own network cannot be allowed.",
  );

const unresolvable = (): DriverError =>
  refused(
    'The name of the host behind the proxy cannot be resolved',
    'Add a name that only the proxy can resolve to SERVICE_TARGET_HOSTS_ALLOW.',
  );
