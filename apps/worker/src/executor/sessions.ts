import { createConnectionClientRepository } from '@sluice/database';
import type { ActiveBatches } from '../claim/index.js';
import {
  connectSettings,
  createConnectionClients,
  createIdleSessions,
  createPrivilegeCheck,
  type ConnectionClients,
  type ConnectSettings,
  type IdleSessions,
  type PrivilegeCheck,
} from '../session/index.js';
import type { WorkerContext } from './context.js';

/** The sessions of a worker and what new ones are opened with. */
export interface WorkerSessions {
  connecting: ConnectSettings;
  idle: IdleSessions;
  clients: ConnectionClients;
  checkPrivileges: PrivilegeCheck;
}

/** Creates the pools of sessions; both are empty. */
export function openSessions(
  { settings, log, services, onClose }: WorkerContext,
  workerId: string,
  active: ActiveBatches,
): WorkerSessions {
  const connecting = connectSettings(settings, log);
  const checkPrivileges = createPrivilegeCheck(log);
  const idle = createIdleSessions();
  onClose(() => idle.close());
  const clients = createConnectionClients({
    repository: createConnectionClientRepository(
      services.common,
      settings.SERVICE_CLIENT_KEEP_ALIVE_SECONDS * 1000,
    ),
    workerId,
    ...connecting,
    maxClients: settings.SERVICE_MAX_CLIENTS_PER_WORKER,
    stopBatch: (batchId) => {
      active.stop(batchId, 'cancel');
    },
    checkPrivileges,
    log,
  });
  onClose(() => clients.close());
  return { connecting, idle, clients, checkPrivileges };
}
