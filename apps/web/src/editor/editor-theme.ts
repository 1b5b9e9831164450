import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const shared = {
  '&': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  // Opaque, because long lines scroll below it.
  '.cm-gutters': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-muted)',
    border: 'none',
  },
  '.cm-foldGutter, .cm-run-gutter': { width: '16px' },
  '.cm-foldGutter span': { cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-chrome)',
    borderColor: 'var(--color-border)',
    color: 'var(--color-muted)',
  },
  '.run-mark': {
    borderLeft: '8px solid var(--color-accent)',
    borderBlock: '5px solid transparent',
    cursor: 'pointer',
    display: 'inline-block',
    marginLeft: '4px',
  },
  // Drawn selections are below the lines.
  '&:has(.cm-cursor-secondary) .cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-cursor, .cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  // The native cursor and selection: drawing them in the editor took a third of the time of each key.
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.name-card': { padding: '8px 12px', maxWidth: '420px', fontSize: '12px' },
  '.name-card-title': { display: 'flex', gap: '8px', alignItems: 'baseline', flexWrap: 'wrap' },
  '.name-card-title b': { fontFamily: 'var(--mono)', fontWeight: '600', overflowWrap: 'anywhere' },
  '.name-card-note, .name-card dd': { color: 'var(--color-muted)' },
  '.name-card p': { margin: '4px 0 0', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.name-card dl': {
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    gap: '0 16px',
    margin: '4px 0 0',
    fontFamily: 'var(--mono)',
  },
  '.name-card dd': { margin: '0' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
  // The list shows all rendered names. A list or names that could scroll slow down each key.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: 'none', overflow: 'clip' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { overflow: 'clip' },
  // A low window may not fit the list.
  '@media (max-height: 450px)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { overflow: 'hidden auto' },
  },
};

/** Styles the selection of the browser, and those that are drawn while there are several cursors. */
const selectionIn = (backgroundColor: string) => ({
  '.cm-content ::selection': { backgroundColor },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor },
});

const colours = (keyword: string, text: string, number: string, comment: string, type: string) =>
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.keyword, color: keyword, fontWeight: '500' },
      { tag: [tags.string, tags.special(tags.string)], color: text },
      { tag: [tags.number, tags.bool, tags.null], color: number },
      { tag: tags.comment, color: comment, fontStyle: 'italic' },
      { tag: tags.typeName, color: type },
    ]),
  );

/** The light editor theme. Every colour has a contrast of at least 4.5. */
export const lightTheme = [
  EditorView.theme({ ...shared, ...selectionIn('#b9e1f0') }),
  colours('#0b5f86', '#8a4b08', '#6741b5', '#5c6773', '#0b6b46'),
];

/** The dark editor theme. Every colour has a contrast of at least 4.5. */
export const darkTheme = [
  EditorView.theme({ ...shared, ...selectionIn('#1c4a5a') }, { dark: true }),
  colours('#66d9e8', '#ffc078', '#c4a7ff', '#9aa5b1', '#8ce99a'),
];
