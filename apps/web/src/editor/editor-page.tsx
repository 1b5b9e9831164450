import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reads, useApp, useConnections } from '../http/reads.js';
import { useQueryAddress } from '../queries/use-query-address.js';
import { useSaving } from '../queries/use-saving.js';
import { useBatch } from '../results/use-batch.js';
import { activeTab, typeText, useTabs } from '../tabs/tabs.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { Splitter } from '../ui/splitter.js';
import { useDefaultConnection } from './default-connection.js';
import { EditorResults } from './editor-results.js';
import { useSubmission } from './run-batch.js';
import { SchemaSide } from './schema-side.js';
import { markLostSession } from './sessions.js';
import { ShortcutHelp } from './shortcut-help.js';
import { useQuestionMark } from './shortcuts.js';
import { SqlEditor, type EditorHandle } from './sql-editor.js';
import { SubmittingBar } from './submitting-bar.js';
import { TabStrip } from './tab-strip.js';
import { Toolbar } from './toolbar.js';
import { useEditorCommands } from './use-editor-commands.js';
import { useMarks } from './use-marks.js';

const route = getRouteApi('/signed-in/queries/$queryId');

/** The editor: schema, tabs, SQL text and results. */
export function EditorPage() {
  const { tabs, activeId } = useTabs();
  const tab = tabs.find(({ id }) => id === activeId) ?? activeTab();
  const { config } = useApp();
  const connections = useConnections().data;
  const drivers = useQuery(reads.drivers);
  const connection = connections?.find(({ id }) => id === tab.connectionId);
  const dialect = drivers.data?.find(({ id }) => id === connection?.driver)?.dialect;
  const schema = useQuery({
    ...reads.schema(tab.connectionId ?? ''),
    enabled: connection !== undefined,
  });
  const isDark = useComputedColorScheme('light') === 'dark';
  const [editorHeight, setEditorHeight] = useStoredLook('editor-height', 300);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const editor = useRef<EditorHandle | null>(null);
  const watched = useBatch(tab.batchId);
  const submission = useSubmission(tab.id);
  const { marks, markFormatError } = useMarks(tab, watched.batch);
  const saving = useSaving(tab, connections, (text) => editor.current?.replace(text));
  useQueryAddress(route.useParams().queryId, tab);
  useEffect(() => {
    if (watched.batch !== undefined) markLostSession(watched.batch);
  }, [watched.batch]);
  useDefaultConnection(tab.id, tab.connectionId, config.defaultConnectionId);
  const commandContext = { tab, editor, dialect, submission, watched, saving, markFormatError };
  const { isRunning, execute } = useEditorCommands(commandContext);
  const openHelp = (): void => setHelpOpen(true);
  useQuestionMark(openHelp);

  return (
    <div className="fill" style={{ display: 'flex' }}>
      <SchemaSide
        connectionId={connection === undefined ? null : tab.connectionId}
        dialect={dialect}
        onInsert={(text) => editor.current?.insert(text)}
      />
      <div className="column grow editor-page">
        <TabStrip />
        <Toolbar
          tab={tab}
          connections={connections ?? []}
          isRunning={isRunning}
          onCommand={execute}
          onHelp={openHelp}
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
            onCommand={execute}
            onReady={(handle) => {
              editor.current = handle;
              handle.focus();
            }}
          />
        </div>
        <Splitter
          label="Editor height"
          orientation="horizontal"
          value={editorHeight}
          min={80}
          max={2_000}
          onChange={setEditorHeight}
        />
        {submission?.isOffline === true && <SubmittingBar onAbort={submission.abort} />}
        <EditorResults
          tab={tab}
          watched={watched}
          hasConnections={connections?.length !== 0}
          onShowPosition={(position) => editor.current?.select(position)}
        />
      </div>
      {saving.dialog}
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
