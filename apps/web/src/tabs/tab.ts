import type { Chart } from '@sluice/contracts';
import type { ParameterInput } from '../parameters/parameter-input.js';

/** A run whose results stay beside those of the next run. */
export interface PinnedRun {
  batchId: string;
  /** The label of the pin. */
  name: string;
}

/** A query that is open in the editor. */
export interface Tab {
  id: string;
  /** Null until the query is saved. */
  queryId: string | null;
  name: string;
  text: string;
  connectionId: string | null;
  /** The last run; it is restored after a reload. */
  batchId: string | null;
  /** The pinned runs, oldest first. */
  pins: PinnedRun[];
  /** The saved text that editing started from; null if nothing was saved. */
  savedText: string | null;
  /** The version of the saved query that editing started from. */
  etag: string | null;
  /** Values of the placeholders in the text, by name; a name that left the text keeps its value. */
  parameters: Record<string, ParameterInput>;
  /** The chosen chart; null until the user chooses one. */
  chart: Chart | null;
  savedChart: Chart | null;
  /** The text of another browser that conflicted with the text of this one. */
  isFromOtherBrowser: boolean;
  /** Stays at the left and has no close button. */
  isPinned: boolean;
}

/** The open tabs of this window. */
export interface TabsState {
  tabs: Tab[];
  activeId: string;
}
