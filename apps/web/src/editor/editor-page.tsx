import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { reads, useApp, useConnections } from '../http/reads.js';
import { ParameterBar } from './parameters/parameter-bar.js';
import { useLinkParameters } from './parameters/use-link-parameters.js';
import { useQueryAddress } from '../queries/use-query-address.js';
import { useSaving } from '../queries/use-saving.js';
import { useVersionHistory } from '../queries/use-version-history.js';
import { useBatch } from '../results/use-batch.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import { activeTab, isUnsaved, titleOf, useTabs, type Tab } from '../tabs/tabs.js';
import { openOverlay } from '../ui/overlays.js';
import { usePageTitle } from '../ui/page-title.js';
import { useDefaultConnection } from './default-connection.js';
import { EditorPane } from './editor-pane.js';
import { EditorResults } from './editor-results.js';
import { useSubmission } from './run-batch.js';
import { isSchemaShown, SchemaSide } from './schema-side.js';
import { markLostSession } from './sessions.js';
import type { EditorHandle } from './sql-editor.js';
import { SubmittingBar } from './submitting-bar.js';
import { TabStrip } from './tab-strip.js';
import { Toolbar } from './toolbar.js';
import { useDrafts } from './use-drafts.js';
import { useEditorCommands } from './use-editor-commands.js';
import { useMarks } from './use-marks.js';
import { useRefreshAfterDdl } from './use-refresh-after-ddl.js';

const route = getRouteApi('/signed-in/queries/$queryId');

/** The editor: schema, tabs, SQL text and results. */
export function EditorPage() {
  const { tabs, activeId } = useTabs();
  const tab = tabs.find(({ id }) => id === activeId) ?? activeTab();
  const { config } = useApp();
  const { connections, connectionId, dialect, schema } = useTabConnection(tab);
  const editor = useRef<EditorHandle | null>(null);
  const [shownPlace, showInSchema] = useState<SchemaPlace | null>(null);
  const watched = useBatch(tab.batchId);
  const submission = useSubmission(tab.id);
  const { marks, markFormatError } = useMarks(tab, watched.batch);
  const replaceText = (text: string): void => editor.current?.replace(text);
  const saving = useSaving(tab, connections, replaceText);
  const versions = useVersionHistory(tab, replaceText);
  useDrafts(editor);
  const { queryId: addressId } = route.useParams();
  useQueryAddress(addressId, tab);
  useLinkParameters(addressId, tab);
  useEffect(() => {
    if (watched.batch !== undefined) markLostSession(watched.batch);
  }, [watched.batch]);
  useDefaultConnection(tab.id, tab.connectionId, config.defaultConnectionId);
  const commandContext = {
    tab,
    editor,
    dialect,
    submission,
    watched,
    saving,
    versions,
    markFormatError,
  };
  const { isRunning, execute } = useEditorCommands(commandContext);
  useRefreshAfterDdl(watched.batch);
  usePageTitle(pageTitleOf(tab, isRunning));

  return (
    <div className="fill" style={{ display: 'flex' }}>
      <SchemaSide
        connectionId={connectionId}
        dialect={dialect}
        shown={shownPlace}
        onInsert={(text) => editor.current?.insert(text)}
      />
      <div className="column grow editor-page">
        <h1 className="visually-hidden">Editor</h1>
        <TabStrip />
        <Toolbar
          tab={tab}
          connections={connections ?? []}
          isRunning={isRunning}
          onCommand={execute}
          onHelp={() => openOverlay('help')}
        />
        <ParameterBar tab={tab} dialect={dialect} onRun={() => execute('run')} />
        <EditorPane
          tab={tab}
          editor={editor}
          dialect={dialect}
          schema={schema}
          marks={marks}
          onCommand={execute}
          onShowInSchema={(place) => {
            if (isSchemaShown()) showInSchema(place);
            else notifications.show({ message: 'Make the window wider to see the schema.' });
          }}
        />
        {submission?.isOffline === true && <SubmittingBar onAbort={submission.abort} />}
        <EditorResults
          tab={tab}
          watched={watched}
          hasConnections={connections?.length !== 0}
          schema={schema}
          dialect={dialect}
          onReplaceText={replaceText}
          onShowPosition={(position) => editor.current?.select(position)}
        />
      </div>
      {saving.dialog}
      {versions.dialog}
    </div>
  );
}

/** Returns the title of the browser window: the state of the run, then the title of the tab. */
const pageTitleOf = (tab: Tab, isRunning: boolean): string =>
  `${isRunning ? 'Running: ' : ''}${isUnsaved(tab) ? '• ' : ''}${titleOf(tab)}`;

/** Returns the connection of a tab, with its dialect and schema. */
function useTabConnection(tab: Tab) {
  const connections = useConnections().data;
  const drivers = useQuery(reads.drivers);
  const connection = connections?.find(({ id }) => id === tab.connectionId);
  const schema = useQuery({
    ...reads.schema(tab.connectionId ?? ''),
    enabled: connection !== undefined,
  });
  return {
    connections,
    /** Null if the connection does not exist. */
    connectionId: connection === undefined ? null : tab.connectionId,
    dialect: drivers.data?.find(({ id }) => id === connection?.driver)?.dialect,
    schema: schema.data,
  };
}
