import { notifications } from '@mantine/notifications';
import type { Connection, UpdateQuery } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { ApiError } from '../api/client.js';
import { queryClient, reads, type SavedQuery } from '../api/queries.js';
import { showError } from '../app/show-error.js';
import { activeTab } from '../workbench/runs.js';
import { updateTab, type Tab } from '../workbench/tabs.js';
import { readSaved, saveChanges, saveNew, tabFieldsOf } from './saves.js';
import { useFreshness } from './use-freshness.js';

const SaveDialog = lazy(() => import('./save-dialog.js'));
const ChangedDialog = lazy(() => import('./changed-dialog.js'));

/** What the page asks of somebody who saves. */
type Question =
  | { kind: 'new'; name: string; notice?: string }
  | { kind: 'properties'; saved: SavedQuery }
  /** Somebody else has saved; `fields` are what could not be saved, null where nobody asked for it yet. */
  | { kind: 'changed'; theirs: SavedQuery; fields: UpdateQuery | null };

interface Saving {
  /** Saves the active tab; the first time it asks for a name. */
  save(): void;
  /** Asks for name, connection, tags and with whom it is shared. */
  showProperties(): void;
  /** The open dialog, if any. */
  dialog: ReactNode;
}

/** Saving of the active tab. `replaceText` puts a text in the editor's place, in a step that can be undone. */
export function useSaving(
  tab: Tab,
  connections: Connection[] | undefined,
  replaceText: (text: string) => void,
): Saving {
  const [question, setQuestion] = useState<Question | null>(null);
  const queue = useRef(Promise.resolve());
  const showChanged = (theirs: SavedQuery, fields: UpdateQuery | null): void =>
    setQuestion({ kind: 'changed', theirs, fields });
  // Which connection is saved stays known as long as the tab is in sight.
  useQuery({
    ...reads.savedQuery(tab.queryId ?? ''),
    enabled: tab.queryId !== null,
    staleTime: Infinity,
  });
  useFreshness(tab, { replaceText, onChanged: (theirs) => showChanged(theirs, null) });

  const send = async (fields: UpdateQuery, etag: string | null): Promise<void> => {
    const outcome = await saveChanges(activeTab(), fields, etag);
    if (outcome.kind === 'changed') showChanged(outcome.theirs, fields);
    else if (outcome.kind === 'gone') setQuestion(unlink(activeTab()));
    else {
      setQuestion(null);
      notifications.show({ message: 'Saved', autoClose: 1_500 });
    }
  };
  /** One save after the other: each begins with the version that the one before has made. */
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    const done = queue.current.then(action);
    queue.current = done.catch(() => undefined);
    return done;
  };
  const saveNow = async (): Promise<void> => {
    const current = activeTab();
    if (current.queryId === null) {
      setQuestion({ kind: 'new', name: current.name });
      return;
    }
    await send(savedFieldsOf(current, connections), current.etag).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      const notice = 'You may read this query, not change it. Save a copy of your own.';
      setQuestion({ kind: 'new', name: copyOf(current.name), notice });
    });
  };
  const properties = async (): Promise<void> => {
    const { queryId, name } = activeTab();
    if (queryId === null) setQuestion({ kind: 'new', name });
    else setQuestion({ kind: 'properties', saved: await readSaved(queryId) });
  };
  const close = (): void => setQuestion(null);

  const dialog = question !== null && (
    <Suspense fallback={null}>
      {question.kind === 'changed' ? (
        <ChangedDialog
          mine={tab.text}
          theirs={question.theirs.query}
          isSaving={question.fields !== null}
          onOverwrite={() => {
            const fields = question.fields ?? savedFieldsOf(activeTab(), connections);
            void inTurn(() => send(fields, question.theirs.etag)).catch(showFailedSave);
          }}
          onTakeTheirs={() => {
            const { queryText: text, chart } = question.theirs.query;
            replaceText(text);
            updateTab(tab.id, { ...tabFieldsOf(question.theirs), text, chart });
            close();
          }}
          onCopy={() => setQuestion({ kind: 'new', name: copyOf(tab.name) })}
          onClose={close}
        />
      ) : (
        <SaveDialog
          question={question}
          connectionId={tab.connectionId}
          connections={connections ?? []}
          onSave={(fields) =>
            inTurn(async () => {
              if (question.kind === 'properties') return send(fields, activeTab().etag);
              await saveNew(activeTab(), fields);
              close();
              notifications.show({ message: 'Saved', autoClose: 1_500 });
            })
          }
          onClose={close}
        />
      )}
    </Suspense>
  );
  return {
    save: () => void inTurn(saveNow).catch(showFailedSave),
    showProperties: () => void properties().catch(showFailedSave),
    dialog,
  };
}

/** What a plain save holds. A connection that stands in for one that the user may not use stays out. */
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

/** The tab of a query that was deleted is one that was never saved; nothing of its text is lost. */
function unlink({ id, name }: Tab): Question {
  updateTab(id, { queryId: null, savedText: null, savedChart: null, etag: null });
  return { kind: 'new', name, notice: 'The saved query was deleted. Save your text as a new one.' };
}

const copyOf = (name: string): string => `${name === '' ? 'Query' : name} (copy)`;

const showFailedSave = (error: unknown): void => showError(error, 'That was not saved');
