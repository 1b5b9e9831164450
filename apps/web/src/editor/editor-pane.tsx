import { useComputedColorScheme } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import type { RefObject } from 'react';
import { useApp } from '../http/reads.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import { typeText, type Tab } from '../tabs/tabs.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { Splitter } from '../ui/splitter.js';
import type { EditorCommand } from './editor-extensions.js';
import { SqlEditor, type EditorHandle, type Mark } from './sql-editor.js';
import { useForeignKeys } from './use-foreign-keys.js';

interface EditorPaneProps {
  tab: Tab;
  /** Receives the handle of the editor. */
  editor: RefObject<EditorHandle | null>;
  dialect: string | undefined;
  schema: ConnectionSchema | undefined;
  marks: Mark[];
  onCommand(command: EditorCommand): void;
  onShowInSchema(place: SchemaPlace): void;
}

/** In a low window the results get most of the height. */
const defaultHeight = (): number => Math.round(Math.min(300, window.innerHeight * 0.3));

/** The SQL editor with its splitter. The browser remembers its height. */
export function EditorPane(props: EditorPaneProps) {
  const { tab, editor, dialect, schema, marks, onCommand, onShowInSchema } = props;
  const { config } = useApp();
  const isDark = useComputedColorScheme('light') === 'dark';
  const readForeignKeys = useForeignKeys(tab.connectionId);
  const [height, setHeight] = useStoredLook('editor-height', defaultHeight());
  return (
    <>
      <div className="editor-pane" style={{ height }}>
        <SqlEditor
          documentId={tab.id}
          text={tab.text}
          dialect={dialect}
          schema={schema}
          readForeignKeys={readForeignKeys}
          isDark={isDark}
          wordWrap={config.editorWordWrap}
          marks={marks}
          onChange={(read) => typeText(tab.id, read)}
          onCommand={onCommand}
          onShowInSchema={onShowInSchema}
          onReady={(handle) => {
            editor.current = handle;
            handle.focus();
          }}
        />
      </div>
      <Splitter
        label="Editor height"
        orientation="horizontal"
        value={height}
        min={80}
        max={2_000}
        onChange={setHeight}
      />
    </>
  );
}
