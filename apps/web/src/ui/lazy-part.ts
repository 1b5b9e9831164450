import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const RETRY_AFTER_MS = 1_000;
/** With a connection: a newer version of the service no longer has the code of this page. */
const MAX_FAILURES = 5;

/**
 * A part of a page whose code is loaded when the part is shown. Without a connection it waits for one: React would
 * show an error page from the first failure on.
 */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadAgain(load));

async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) failures += 1;
      if (failures === MAX_FAILURES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    }
  }
}
