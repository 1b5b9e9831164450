import type { WorkerRequestKind, WorkerRequestStatus } from '@sluice/contracts/enums';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import type { Prisma, WorkerRequest } from '../../generated/client.js';
import { newId } from '../../ids.js';

/** Why a worker could not answer a request; the API builds its own error from it. */
export interface WorkerRequestError {
  code: string;
  title: string;
  detail?: string;
}

/** Requests of the API to a worker, answered through their row. */
export interface WorkerRequestRepository {
  /** Writes a request. `encrypt` gets the row's ID, so that the ciphertext is valid for this row only. */
  create(
    kind: WorkerRequestKind,
    encrypt: (id: string) => Uint8Array<ArrayBuffer>,
    expiresInMs: number,
    workerPool: string,
  ): Promise<string>;
  find(id: string): Promise<WorkerRequest | null>;
  /** waiting → claimed, once. Null when it is not waiting, has expired, or belongs to another pool. */
  claim(id: string, pools: string[], workerId: string): Promise<WorkerRequest | null>;
  /** Whether the worker that claimed the request has lost its lease, so that no answer will come. */
  isAbandoned(id: string): Promise<boolean>;
  answer(id: string, answer: Prisma.InputJsonObject): Promise<void>;
  fail(id: string, error: WorkerRequestError): Promise<void>;
}

export function createWorkerRequestRepository(database: Database): WorkerRequestRepository {
  const close = async (
    id: string,
    status: WorkerRequestStatus,
    { answer, error }: { answer?: object; error?: WorkerRequestError },
  ) => {
    await database.$queryRaw`
      with closed as (
        update worker_requests
        set status = ${status}, answer = ${json(answer)}::jsonb, error = ${json(error)}::jsonb,
          answered_at = now()
        where id = ${id}::uuid and status = 'claimed'
        returning id
      )
      select pg_notify(${channels.requestAnswered}, id::text)::text from closed`;
  };
  return {
    create: async (kind, encrypt, expiresInMs, workerPool) => {
      const id = newId();
      const encryptedPayload = encrypt(id);
      const expiresAt = new Date(Date.now() + expiresInMs);
      const data = { id, kind, encryptedPayload, expiresAt, workerPool };
      await database.workerRequest.create({ data });
      return id;
    },
    find: (id) => database.workerRequest.findUnique({ where: { id } }),
    claim: async (id, pools, workerId) => {
      const claimed = await database.workerRequest.updateManyAndReturn({
        where: { id, status: 'waiting', expiresAt: { gt: new Date() }, workerPool: { in: pools } },
        data: { status: 'claimed', workerId },
      });
      return claimed[0] ?? null;
    },
    isAbandoned: async (id) => {
      const rows = await database.$queryRaw<unknown[]>`
        select from worker_requests r join workers w on w.id = r.worker_id
        where r.id = ${id}::uuid and r.status = 'claimed' and w.lease_expires_at < now()`;
      return rows.length > 0;
    },
    answer: (id, answer) => close(id, 'answered', { answer }),
    fail: (id, error) => close(id, 'failed', { error }),
  };
}

const json = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
