import './shortcut-help.css';
import { Modal } from '@mantine/core';
import { keyNames, type KeyNames } from '../ui/key-names.js';
import { Keys } from '../ui/keys.js';

interface ShortcutGroup {
  title: string;
  shortcuts: [keys: string, action: string][];
}

const groupsOf = ({ mod, alt }: KeyNames): ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      [`${mod} + K`, 'Search queries, tables, pages and actions'],
      [`${alt} + R`, 'Show your runs'],
      ['?', 'Show this list'],
      ['Esc', 'Close a dialog, menu or list'],
    ],
  },
  {
    title: 'Run',
    shortcuts: [
      [`${mod} + Enter`, 'Run the query or the selection'],
      [`${mod} + Shift + Enter`, 'Run the statement at the cursor'],
      ['Esc + Esc', 'Cancel the run'],
    ],
  },
  {
    title: 'Edit',
    shortcuts: [
      [`${mod} + S`, 'Save'],
      [`${alt} + T`, 'New tab'],
      [`Shift + ${alt} + T`, 'Reopen the closed tab'],
      [`${alt} + Page Down, ${alt} + Page Up`, 'Next or previous tab'],
      [`Shift + ${alt} + F`, 'Format'],
      [`Shift + ${alt} + H`, 'Version history'],
      [`${mod} + /`, 'Toggle comment'],
      ['F12', 'Go to the definition of the name at the cursor'],
      ['F2', 'Rename the alias at the cursor'],
      [`${mod} + D`, 'Select the next equal text, to type at both places'],
      [`${mod} + F`, 'Find and replace'],
      ['Ctrl + Space', 'Show completions'],
      ['Tab', 'Accept the first completion, or the one selected with the arrow keys'],
      ['Shift + Enter', 'New line with the same indentation'],
    ],
  },
  {
    title: 'Results',
    shortcuts: [
      ['Arrow keys, Page Up/Down, Home, End', 'Move in the grid; with Shift extend the selection'],
      [`${mod} + C`, 'Copy the selected cells'],
      ['Enter', 'Show the full cell value'],
      ['Space', 'Open or close the panel with all values of the row'],
      ['Shift + F10', 'Open the menu of the focused cell'],
      [`${alt} + C`, 'Show or hide the chart'],
      [`${alt} + S`, 'Sort by the column of the focused cell'],
      [`${alt} + P`, 'Pin that column'],
      [`${alt} + Left, ${alt} + Right`, 'Resize that column; with Shift move it'],
    ],
  },
  {
    title: 'Schema',
    shortcuts: [
      ['Enter', 'Expand a table; insert a column'],
      ['Shift + Enter', 'Show the first rows of a table'],
    ],
  },
];

/** The list of shortcuts. */
export default function ShortcutHelp({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={760}>
      <div className="shortcut-groups">
        {groupsOf(keyNames()).map(({ title, shortcuts }) => (
          <div key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([keys, action]) => (
                <div key={keys}>
                  <dt>{action}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Modal>
  );
}
