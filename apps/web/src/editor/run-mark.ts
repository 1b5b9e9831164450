import {
  RangeSet,
  StateEffect,
  StateField,
  type Extension,
  type StateEffectType,
} from '@codemirror/state';
import {
  GutterMarker,
  ViewPlugin,
  gutter,
  type EditorView,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { statementAt } from '../sql/statement-at.js';
import type { TextRange } from '../sql/text-range.js';
import { dialectName } from './editor-language.js';

/** Longer texts take too long to split at each move of the cursor. */
const MAX_LENGTH = 200_000;

/** Milliseconds without a change until the mark moves, so that it does not follow each key. */
const PAUSE_MS = 100;

const setStatement: StateEffectType<TextRange | null> = StateEffect.define();

class RunMark extends GutterMarker {
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'run-mark';
    mark.title = 'Run this statement';
    return mark;
  }
}

const runMark = new RunMark();

const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (current, { changes, effects }) => {
    for (const effect of effects) {
      if (!effect.is(setStatement)) continue;
      return effect.value === null ? RangeSet.empty : RangeSet.of(runMark.range(effect.value.from));
    }
    return current.map(changes);
  },
});

const markedAt = ({ state }: EditorView): number | null => {
  const mark = state.field(marks).iter();
  return mark.value === null ? null : mark.from;
};

/** Moves the mark to the statement at the cursor when the user pauses. */
class MarkMover implements PluginValue {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView) {
    this.schedule();
  }

  update({ docChanged, selectionSet, startState, state }: ViewUpdate): void {
    const isNewDialect = startState.facet(dialectName) !== state.facet(dialectName);
    if (docChanged || selectionSet || isNewDialect) this.schedule();
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    // Without the splitter, the editor works and has no mark.
    this.timer = setTimeout(() => void this.move().catch(() => undefined), PAUSE_MS);
  }

  private async move(): Promise<void> {
    const { state } = this.view;
    const isShort = state.doc.length <= MAX_LENGTH;
    const cursor = state.selection.main.head;
    const statement = isShort
      ? await statementAt(state.doc.toString(), cursor, state.facet(dialectName))
      : null;
    // A change of the text has scheduled another move.
    if (this.view.state.doc !== state.doc) return;
    if (markedAt(this.view) === (statement?.from ?? null)) return;
    this.view.dispatch({ effects: setStatement.of(statement) });
  }
}

/** Marks the statement at the cursor in the gutter. A click on the mark runs it. */
export const runMarks = (run: (view: EditorView) => boolean): Extension => [
  marks,
  gutter({
    class: 'cm-run-gutter',
    markers: ({ state }) => state.field(marks),
    domEventHandlers: {
      mousedown: (view, _line, event) =>
        event.target instanceof Element && event.target.closest('.run-mark') !== null && run(view),
    },
  }),
  ViewPlugin.fromClass(MarkMover),
];
