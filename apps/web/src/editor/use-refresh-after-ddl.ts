import type { Batch } from '@sluice/contracts';
import { useEffect, useRef } from 'react';
import { executedText } from '../results/executed-text.js';
import { changesSchema } from '../schema/changes-schema.js';
import { refreshSchema } from '../schema/refresh-schema.js';

/** Refreshes the schema when a watched run with DDL ends, also if a later statement of it failed. */
export function useRefreshAfterDdl(batch: Batch | undefined): void {
  const live = useRef<string | null>(null);
  useEffect(() => {
    if (batch === undefined) return;
    if (batch.status === 'started') {
      live.current = batch.id;
      return;
    }
    if (live.current !== batch.id) return;
    live.current = null;
    // A refused refresh leaves the old schema, and the button “Refresh schema” says why.
    if (changesSchema(executedText(batch)))
      refreshSchema(batch.connectionId).catch(() => undefined);
  }, [batch]);
}
