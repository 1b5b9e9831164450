import { notifications } from '@mantine/notifications';
import type { Batch, Connection, UpdateQuery } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import { activeTab, updateTab, type Tab } from '../tabs/tabs.js';
import { showError } from '../ui/show-error.js';
import { readSaved, saveChanges, saveNew, tabFieldsOf } from './save-query.js';
import { SavingDialog, type SavingQuestion } from './saving-dialog.js';
import { useRemoteChanges } from './use-remote-changes.js';

/** The save commands of the active tab. */
export interface Saving {
  /** Saves the tab; asks for a name the first time. */
  save(): void;
  /** Asks for name, connection, tags and sharing. */
  showProperties(): void;
  /** The open dialog, if any. */
  dialog: ReactNode;
}

/**
 * Saves the active tab.
 *
 * @param replaceText replaces the text in the editor in one step that can be undone
 */
export function useSaving(
  tab: Tab,
  connections: Connection[] | undefined,
  replaceText: (text: string) => void,
): Saving {
  const [question, setQuestion] = useState<SavingQuestion | null>(null);
  const runInSequence = useSequence();
  // Keeps the connection of the saved query in the cache while the tab is open.
  useQuery({
    ...reads.savedQuery(tab.queryId ?? ''),
    enabled: tab.queryId !== null,
    staleTime: Infinity,
  });
  useRemoteChanges(tab, {
    replaceText,
    onConflict: (theirs) => setQuestion({ kind: 'conflict', theirs, fields: null }),
  });
  const close = (): void => setQuestion(null);

  const dialog = question !== null && (
    <SavingDialog
      question={question}
      tab={tab}
      connections={connections ?? []}
      onOverwrite={({ theirs, fields }) => {
        const wanted = fields ?? savedFieldsOf(activeTab(), connections);
        void runInSequence(() => saveTab(wanted, theirs.etag, setQuestion)).catch(showFailedSave);
      }}
      onTakeTheirs={(theirs) => {
        const { queryText: text, chart } = theirs.query;
        replaceText(text);
        updateTab(tab.id, { ...tabFieldsOf(theirs), text, chart });
        close();
      }}
      onSaveCopy={() => setQuestion({ kind: 'new', name: copyName(tab.name) })}
      onSave={(fields) =>
        runInSequence(async () => {
          if (question.kind === 'properties') return saveTab(fields, activeTab().etag, setQuestion);
          await saveNew(activeTab(), fields);
          close();
          notifySaved();
        })
      }
      onClose={close}
    />
  );
  return {
    save: () =>
      void runInSequence(() => saveActiveTab(connections, setQuestion)).catch(showFailedSave),
    showProperties: () => void askProperties(setQuestion).catch(showFailedSave),
    dialog,
  };
}

type Ask = (question: SavingQuestion | null) => void;

/** Saves fields of the active tab; asks the user if another user changed or deleted the query. */
async function saveTab(fields: UpdateQuery, etag: string | null, ask: Ask): Promise<void> {
  const outcome = await saveChanges(activeTab(), fields, etag);
  if (outcome.kind === 'conflict') ask({ kind: 'conflict', theirs: outcome.theirs, fields });
  else if (outcome.kind === 'deleted') ask(unlinkDeleted(activeTab()));
  else {
    ask(null);
    notifySaved();
  }
}

/** Saves the active tab; asks for a name if the query is new or read-only for the user. */
async function saveActiveTab(connections: Connection[] | undefined, ask: Ask): Promise<void> {
  const current = activeTab();
  if (current.queryId === null) {
    ask({ kind: 'new', name: current.name });
    return;
  }
  await saveTab(savedFieldsOf(current, connections), current.etag, ask).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    const notice = 'You can read this query but not change it. Save it as a copy.';
    ask({ kind: 'new', name: copyName(current.name), notice });
  });
}

async function askProperties(ask: Ask): Promise<void> {
  const { queryId, name } = activeTab();
  if (queryId === null) ask({ kind: 'new', name });
  else ask({ kind: 'properties', saved: await readSaved(queryId) });
}

/** Runs actions one after another, so that each save starts from the version of the one before. */
function useSequence(): (action: () => Promise<void>) => Promise<void> {
  const last = useRef(Promise.resolve());
  return (action) => {
    const done = last.current.then(action);
    last.current = done.catch(() => undefined);
    return done;
  };
}

/**
 * Returns the fields of a plain save. The connection is left out if the saved one is not accessible to the user,
 * because the tab then shows a substitute.
 */
function savedFieldsOf(tab: Tab, connections: Connection[] | undefined): UpdateQuery {
  const isUsable = (id: string | null): boolean =>
    connections?.some((connection) => connection.id === id) === true;
  const known = queryClient.getQueryData(reads.savedQuery(tab.queryId ?? '').queryKey);
  const savedId = known?.query.connectionId ?? null;
  const isChosen = isUsable(tab.connectionId) && (savedId === null || isUsable(savedId));
  return {
    queryText: tab.text,
    chart: tab.chart,
    ...(isChosen && { connectionId: tab.connectionId }),
  };
}

/** Turns the tab of a deleted query into an unsaved one; its text stays. */
function unlinkDeleted({ id, name }: Tab): SavingQuestion {
  updateTab(id, { queryId: null, savedText: null, savedChart: null, etag: null });
  return { kind: 'new', name, notice: 'The saved query was deleted. Save your text as a new one.' };
}

const copyName = (name: string): string => `${name === '' ? 'Query' : name} (copy)`;

function notifySaved(): void {
  notifications.show({ message: 'Saved', autoClose: 1_500 });
  const { chart, batchId } = activeTab();
  if (chart === null || batchId === null) return;
  const batch = queryClient.getQueryData<Batch>(reads.batch(batchId).queryKey);
  void import('../charts/saved-chart.js').then(({ savedChartWarning }) => {
    const message = savedChartWarning(chart, batch?.statements ?? []);
    if (message !== null) {
      notifications.show({ color: 'yellow', title: 'Chart', message, autoClose: false });
    }
  });
}

const showFailedSave = (error: unknown): void => showError(error, 'Save failed');
