import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, textOf } from '../api/client.js';
import { reads, useApp, useConnections } from '../api/queries.js';
import { showError } from '../app/show-error.js';
import { Splitter } from '../app/splitter.js';
import { useStoredLook } from '../app/stored.js';
import { ChartChoice } from '../charts/chart-choice.js';
import { useQueryAddress } from '../saved/use-query-address.js';
import { useSaving } from '../saved/use-saving.js';
import { SchemaPanel } from '../schema/schema-panel.js';
import { awaitFirstConnection, useFirstConnection } from './first-connection.js';
import { formatText } from './format-sql.js';
import { NoConnection } from './no-connection.js';
import { markIn, marksOf, statementAt } from './positions.js';
import { ResultsPane } from './results-pane.js';
import { useDoubleEscape, useNewTabKey, useQuestionMark, useSaveKey } from './keys.js';
import { activeTab, cancel, run, useStart } from './runs.js';
import { clientIdOf, noteLostSession } from './sessions.js';
import { SendingBar } from './sending-bar.js';
import { ShortcutHelp } from './shortcut-help.js';
import { SqlEditor, type EditorHandle, type Mark } from './sql-editor.js';
import { TabStrip } from './tab-strip.js';
import { openTab, typeText, updateTab, useTabs } from './tabs.js';
import { Toolbar, type ToolbarCommand } from './toolbar.js';
import { useBatch } from './use-batch.js';

const route = getRouteApi('/signed-in/queries/$queryId');

/** Tabs, schema, editor and results. */
export function WorkbenchPage() {
  const { tabs, activeId } = useTabs();
  const tab = tabs.find(({ id }) => id === activeId) ?? activeTab();
  const { config } = useApp();
  const connections = useConnections();
  const drivers = useQuery(reads.drivers);
  const isDark = useComputedColorScheme('light') === 'dark';
  const [schemaWidth, setSchemaWidth] = useStoredLook('schema-width', 260);
  const [editorHeight, setEditorHeight] = useStoredLook('editor-height', 300);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const editor = useRef<EditorHandle | null>(null);
  const watched = useBatch(tab.batchId);
  const starting = useStart(tab.id);
  const connection = connections.data?.find(({ id }) => id === tab.connectionId);
  const dialect = drivers.data?.find(({ id }) => id === connection?.driver)?.dialect;
  const schema = useQuery({
    ...reads.schema(tab.connectionId ?? ''),
    enabled: connection !== undefined,
  });
  const [formatMarks, setFormatMarks] = useState<Mark[]>([]);
  const runMarks = useMemo(
    () => (watched.batch === undefined ? [] : marksOf(watched.batch)),
    [watched.batch],
  );
  const marks = useMemo(() => [...runMarks, ...formatMarks], [runMarks, formatMarks]);
  useEffect(() => setFormatMarks((last) => (last.length === 0 ? last : [])), [tab.id, tab.text]);
  const saving = useSaving(tab, connections.data, (text) => editor.current?.replace(text));
  useQueryAddress(route.useParams().queryId, tab);
  useEffect(() => {
    if (watched.batch !== undefined) noteLostSession(watched.batch);
  }, [watched.batch]);
  useFirstConnection(tab.id, tab.connectionId, config.defaultConnectionId);

  const isRunning = starting !== undefined || watched.batch?.status === 'started';
  const start = async (onlyAtCursor: boolean): Promise<void> => {
    if (isRunning || !(await awaitFirstConnection(config.defaultConnectionId))) return;
    const selection = editor.current?.selection() ?? null;
    const cursor = editor.current?.cursor() ?? 0;
    const range = onlyAtCursor ? statementAt(activeTab().text, cursor) : selection;
    await run(activeTab(), range, clientIdOf(tab.id));
  };
  const stop = (): void => {
    starting?.stop();
    if (watched.batch?.status === 'started') cancel(watched.batch.id).catch(showError);
  };
  const format = async (): Promise<void> => {
    const { id, text } = activeTab();
    const formatted = await formatText(text, dialect).catch((error: unknown) => {
      // The title says all; the field at fault is the text.
      const message = error instanceof ApiError ? error.body.title : textOf(error);
      setFormatMarks(markIn(text, message));
      throw new Error(message);
    });
    const current = activeTab();
    if (current.id === id && current.text === text && formatted !== text) {
      editor.current?.replace(formatted);
    }
  };
  const commands: Record<ToolbarCommand, () => void> = {
    run: () => void start(false).catch(showError),
    'run-statement': () => void start(true).catch(showError),
    cancel: stop,
    save: saving.save,
    properties: saving.showProperties,
    format: () => void format().catch(showError),
  };
  useDoubleEscape(stop);
  useSaveKey(saving.save);
  useNewTabKey(() => {
    openTab({ connectionId: tab.connectionId });
    editor.current?.focus();
  });
  useQuestionMark(() => setHelpOpen(true));

  return (
    <div className="fill" style={{ display: 'flex' }}>
      <div className="schema-side" style={{ width: schemaWidth }}>
        <SchemaPanel
          connectionId={connection === undefined ? null : tab.connectionId}
          dialect={dialect}
          onInsert={(text) => editor.current?.insert(text)}
          onSelectFrom={(text) => {
            const id = openTab({ text, connectionId: tab.connectionId });
            const opened = { ...activeTab(), id };
            run(opened, null, null).catch(showError);
          }}
        />
      </div>
      <Splitter
        label="Width of the schema"
        orientation="vertical"
        value={schemaWidth}
        min={120}
        max={700}
        onChange={setSchemaWidth}
      />
      <div className="column grow workbench">
        <TabStrip />
        <Toolbar
          tab={tab}
          connections={connections.data ?? []}
          isRunning={isRunning}
          onCommand={(command) => commands[command]()}
          onHelp={() => setHelpOpen(true)}
        />
        <div className="editor-pane" style={{ height: editorHeight }}>
          <SqlEditor
            documentId={tab.id}
            text={tab.text}
            dialect={dialect}
            schema={schema.data}
            isDark={isDark}
            wordWrap={config.editorWordWrap}
            marks={marks}
            onChange={(read) => typeText(tab.id, read)}
            onCommand={(command) => commands[command]()}
            onReady={(handle) => {
              editor.current = handle;
              handle.focus();
            }}
          />
        </div>
        <Splitter
          label="Height of the editor"
          orientation="horizontal"
          value={editorHeight}
          min={80}
          max={2_000}
          onChange={setEditorHeight}
        />
        {starting?.isOffline === true && <SendingBar onStop={starting.stop} />}
        <section className="results" aria-label="Results">
          {connections.data?.length === 0 && tab.batchId === null ? (
            <NoConnection />
          ) : (
            <ChartChoice value={tab.chart} onChange={(chart) => updateTab(tab.id, { chart })}>
              <ResultsPane
                key={tab.batchId}
                watched={watched}
                onShow={(place) => editor.current?.select(place)}
              />
            </ChartChoice>
          )}
        </section>
      </div>
      {saving.dialog}
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
