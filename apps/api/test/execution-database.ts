import { channels, type Database, listen } from '@sluice/database';
import { until } from '@sluice/testkit';

/** Opens notifications of the database that a test can drop. */
export async function openTestNotifications(databaseUrl: string, database: Database) {
  const subscribers = new Set<{ channel: string; callback: (id: string) => void }>();
  const state = { cut: false, heard: 0 };
  const listener = listen({
    databaseUrl,
    channels: [channels.batchChanged, channels.batchEnded],
    onNotification: (told, id) => {
      state.heard += 1;
      if (state.cut) return;
      for (const { channel, callback } of subscribers) if (channel === told) callback(id);
    },
    onError: () => undefined,
  });
  await until('the listener receives a notification', async () => {
    await database.$queryRaw`select pg_notify(${channels.batchChanged}, 'hello')::text`;
    return state.heard > 0;
  });
  return {
    state,
    subscribe: (channel: string, callback: (id: string) => void) => {
      const subscriber = { channel, callback };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    subscribers: () => subscribers.size,
    close: () => listener.close(),
  };
}

/** Wraps a database to count the queries of the API. */
export function countQueries(database: Database) {
  const counter = { queries: 0 };
  const countCalls = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (from, key): unknown => {
        const value: unknown = Reflect.get(from, key);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown => {
          counter.queries += 1;
          return Reflect.apply(value, from, values);
        };
      },
    });
  const batch = countCalls(database.batch);
  const proxy = new Proxy(database, {
    get: (from, key): unknown => {
      if (key === 'batch') return batch;
      const value: unknown = Reflect.get(from, key);
      if (key !== '$queryRaw' || typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        counter.queries += 1;
        return Reflect.apply(value, from, values);
      };
    },
  });
  return { proxy, counter };
}
