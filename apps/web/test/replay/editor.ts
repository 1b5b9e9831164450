/// <reference lib="dom" />
// A page with the editor of the workbench alone, which costs a fraction of a whole page for each key.
import { completionStatus } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorExtensions } from '../../src/editor/editor-extensions.js';
import { settingEffects } from '../../src/editor/editor-settings.js';
import { shopSchemas } from '../completion-schema.js';

const dialect = new URLSearchParams(location.search).get('dialect') ?? '';
const handlers = {
  onChange: () => undefined,
  onCommand: () => undefined,
  onShowInSchema: () => undefined,
};
let opened = 0;

/** Counts the lists that opened, so that the test can tell that some did. */
const countLists = EditorView.updateListener.of(({ startState, state }) => {
  const opens = completionStatus(state) === 'active' && completionStatus(startState) !== 'active';
  if (opens) document.body.dataset['lists'] = String(++opened);
});

const view = new EditorView({
  parent: document.body,
  state: EditorState.create({ extensions: [editorExtensions({ current: handlers }), countLists] }),
});
view.dispatch({
  effects: settingEffects({
    dialect,
    schema: shopSchemas[dialect],
    readForeignKeys: () => Promise.resolve([]),
    isDark: false,
    wordWrap: false,
  }),
});
