import { ensureSyntaxTree } from '@codemirror/language';
import { EditorSelection, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { nearStatement } from './completion/near-statement.js';
import { statementAnalysis } from './editor-language.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import { keyNames } from '../ui/key-names.js';
import type { NameMeaning } from './names/meaning.js';

/** The actions of the page that the commands use. */
export interface NameActions {
  showInSchema(place: SchemaPlace): void;
  /** Tells the user why a key did nothing. */
  note(text: string): void;
}

const silent = (): void => undefined;

/** Selects the definition in the text, or shows the table or column in the schema tree. */
async function goToDefinition(view: EditorView, pos: number, actions: NameActions): Promise<void> {
  const { state } = view;
  const { text, from } = nearStatement(state, pos);
  const meaning = await state.facet(statementAnalysis)?.meaning({ text, pos: pos - from });
  if (view.state.doc !== state.doc) return;
  const definition = definitionOf(meaning);
  const place = placeOf(meaning);
  if (definition !== null && !(definition.from + from <= pos && pos <= definition.to + from)) {
    view.dispatch({
      selection: { anchor: from + definition.from, head: from + definition.to },
      scrollIntoView: true,
    });
  } else if (place !== null) actions.showInSchema(place);
  else if (definition === null) actions.note('No definition is known for this name.');
}

const definitionOf = (meaning: NameMeaning | null | undefined) =>
  meaning?.kind === 'relation' ? meaning.definition : null;

function placeOf(meaning: NameMeaning | null | undefined): SchemaPlace | null {
  if (meaning?.kind === 'relation' && meaning.table !== null) {
    const { schema, name } = meaning.table;
    return { schema, name, column: null };
  }
  if (meaning?.kind === 'column' && meaning.table !== null) {
    return { ...meaning.table, column: meaning.column.name };
  }
  return null;
}

/** Milliseconds for parsing the rest of the text, which may contain further uses of an alias. */
const PARSE_MS = 500;

/** Selects every use of the alias at the cursor, so that typing renames all of them. */
async function renameAlias(view: EditorView, actions: NameActions): Promise<void> {
  const { state } = view;
  const pos = state.selection.main.head;
  const isParsed = ensureSyntaxTree(state, state.doc.length, PARSE_MS) !== null;
  const { text, from, isWhole } = nearStatement(state, pos);
  if (!isParsed || !isWhole) {
    actions.note('The statement is too long to rename an alias in it.');
    return;
  }
  const ranges = await state.facet(statementAnalysis)?.occurrences({ text, pos: pos - from });
  if (view.state.doc !== state.doc) return;
  if (ranges === undefined || ranges.length === 0) {
    actions.note('Only aliases and common table expressions can be renamed.');
    return;
  }
  const selected = ranges.map((range) => EditorSelection.range(from + range.from, from + range.to));
  const main = selected.findIndex((range) => range.from <= pos && pos <= range.to);
  view.dispatch({ selection: EditorSelection.create(selected, Math.max(main, 0)) });
}

/** F12 and Ctrl/Cmd+click go to the definition of a name, and F2 renames an alias. */
export function nameCommands(actions: () => NameActions): Extension {
  const atCursor: Command = (view) => {
    void goToDefinition(view, view.state.selection.main.head, actions());
    return true;
  };
  const rename: Command = (view) => {
    void renameAlias(view, actions());
    return true;
  };
  return [
    keymap.of([
      { key: 'F12', run: atCursor, preventDefault: true },
      { key: 'F2', run: rename, preventDefault: true },
    ]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        // On macOS, Ctrl+click opens the context menu.
        const isModified = keyNames().mod === 'Cmd' ? event.metaKey : event.ctrlKey;
        const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (!isModified || event.button !== 0 || pos === null) return false;
        void goToDefinition(view, pos, { ...actions(), note: silent });
        return true;
      },
    }),
  ];
}
