import type { Chart } from '@sluice/contracts';

/** A query that is open in the editor. */
export interface Tab {
  id: string;
  /** Null until it is saved. */
  queryId: string | null;
  name: string;
  text: string;
  connectionId: string | null;
  /** The last run, which is found again after a reload. */
  batchId: string | null;
  /** The saved text that this one began as; null when nothing was saved. */
  savedText: string | null;
  /** The version of the saved query that this one began as. */
  etag: string | null;
  /** How its rows are drawn; null until somebody has chosen. */
  chart: Chart | null;
  savedChart: Chart | null;
}

/** The open tabs of this window. */
export interface TabsState {
  tabs: Tab[];
  activeId: string;
}
