import { search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const labels = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
});

const look = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--color-chrome)', color: 'var(--color-text)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--color-border)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '4px 36px 4px 8px',
  },
  '.cm-panel.cm-search :is(input, button, label)': { fontSize: '13px', margin: '0' },
  '.cm-panel.cm-search label': { display: 'flex', alignItems: 'center', gap: '4px' },
  '.cm-panel.cm-search :is(.cm-textfield, .cm-button)': {
    background: 'var(--color-surface)',
    border: '1px solid var(--color-border)',
    borderRadius: 'var(--radius)',
    color: 'inherit',
    fontFamily: 'inherit',
    height: 'var(--control-height)',
    padding: '0 8px',
    verticalAlign: 'baseline',
  },
  '.cm-panel.cm-search .cm-textfield': { flex: '0 1 200px', minWidth: '120px' },
  '.cm-panel.cm-search .cm-button': { cursor: 'pointer', fontWeight: 'var(--weight-action)' },
  '.cm-panel.cm-search .cm-button:hover': { background: 'var(--color-hover)' },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--color-muted)',
    cursor: 'pointer',
    fontSize: '18px',
    right: '12px',
    top: '6px',
  },
});

/** The panel that finds and replaces text. */
export const searchPanel: Extension = [search({ top: true }), labels, look];
