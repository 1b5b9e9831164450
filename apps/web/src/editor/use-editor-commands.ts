import type { RefObject } from 'react';
import { ApiError, errorText } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { parametersToRun } from './parameters/parameters-to-run.js';
import type { Saving } from '../queries/use-saving.js';
import { statementAt } from '../sql/statement-at.js';
import { cancelBatch } from '../results/cancel-batch.js';
import type { WatchedBatch } from '../results/use-batch.js';
import { activateNeighbour, activeTab, openTab, reopenTab, type Tab } from '../tabs/tabs.js';
import { showError } from '../ui/show-error.js';
import { awaitDefaultConnection } from './default-connection.js';
import { formatSql } from './format-sql.js';
import { loadResults } from './load-results.js';
import { runBatch, type Submission } from './run-batch.js';
import { clientIdOf } from './sessions.js';
import { useDoubleEscape, useSaveKey } from './shortcuts.js';
import type { EditorHandle } from './sql-editor.js';
import type { ToolbarCommand } from './toolbar.js';
import { useAltKey } from '../ui/use-alt-key.js';

interface CommandContext {
  tab: Tab;
  editor: RefObject<EditorHandle | null>;
  dialect: string | undefined;
  submission: Submission | undefined;
  watched: WatchedBatch;
  saving: Saving;
  versions: { show(): void };
  markFormatError(text: string, message: string): void;
}

interface EditorCommands {
  isRunning: boolean;
  execute(command: ToolbarCommand): void;
}

/** Returns the commands of the active tab, and binds their shortcuts. */
export function useEditorCommands(context: CommandContext): EditorCommands {
  const { tab, editor, dialect, submission, watched, saving, versions, markFormatError } = context;
  const { defaultConnectionId } = useApp().config;
  const isBatchRunning = watched.batch?.status === 'started';
  const isRunning = submission !== undefined || isBatchRunning;

  const run = async (onlyAtCursor: boolean): Promise<void> => {
    if (isRunning || !(await awaitDefaultConnection(defaultConnectionId))) return;
    const active = activeTab();
    const cursor = editor.current?.cursor() ?? 0;
    const range = onlyAtCursor
      ? await statementAt(active.text, cursor, dialect)
      : (editor.current?.selection() ?? null);
    // A failure shows when the results are rendered.
    loadResults().catch(() => undefined);
    const text = range === null ? active.text : active.text.slice(range.from, range.to);
    const parameters = await parametersToRun(active, text, dialect);
    await runBatch(active, range, clientIdOf(tab.id), parameters);
  };
  const cancel = (): void => {
    submission?.abort();
    if (isBatchRunning && watched.batch) cancelBatch(watched.batch.id).catch(showError);
  };
  const format = async (): Promise<void> => {
    const { id, text } = activeTab();
    const formatted = await formatSql(text, dialect).catch((error: unknown) => {
      // The title is the whole message; the field error only repeats it.
      const message = error instanceof ApiError ? error.body.title : errorText(error);
      markFormatError(text, message);
      throw new Error(message);
    });
    const current = activeTab();
    const isUnchanged = current.id === id && current.text === text;
    if (isUnchanged && formatted !== text) editor.current?.replace(formatted);
  };
  const commands: Record<ToolbarCommand, () => void> = {
    run: () => void run(false).catch(showError),
    'run-statement': () => void run(true).catch(showError),
    cancel,
    save: saving.save,
    properties: saving.showProperties,
    versions: versions.show,
    format: () => void format().catch(showError),
  };
  useDoubleEscape(cancel);
  useSaveKey(saving.save);
  useAltKey('KeyT', () => {
    openTab({ connectionId: tab.connectionId });
    editor.current?.focus();
  });
  useAltKey('Shift+KeyT', reopenTab);
  useAltKey('PageDown', () => activateNeighbour(1));
  useAltKey('PageUp', () => activateNeighbour(-1));
  return { isRunning, execute: (command) => commands[command]() };
}
