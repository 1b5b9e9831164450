import { Kbd, Modal, Table } from '@mantine/core';
import { keyNames, type KeyNames } from '../ui/key-names.js';

const shortcutsOf = ({ mod, alt }: KeyNames): [keys: string, action: string][] => [
  [`${mod} + Enter`, 'Run the query or the selection'],
  [`${mod} + Shift + Enter`, 'Run the statement at the cursor'],
  ['Esc Esc', 'Cancel the run'],
  [`${mod} + S`, 'Save'],
  [`Shift + ${alt} + F`, 'Format'],
  [`Shift + ${alt} + H`, 'Version history'],
  [`${alt} + T`, 'New tab'],
  [`${mod} + /`, 'Toggle comment'],
  [`${mod} + F`, 'Find and replace'],
  ['Ctrl + Space', 'Show completions'],
  ['Tab', 'Accept the first completion, or the one selected with the arrow keys'],
  ['Shift + Enter', 'New line with the same indentation'],
  ['Arrow keys, Page Up/Down, Home, End', 'Move in the grid; with Shift extend the selection'],
  [`${mod} + C`, 'Copy the selected cells'],
  [`${alt} + S, ${alt} + P`, 'Sort by the column of the focused cell; pin the column'],
  [`${alt} + Left, Right`, 'Resize that column; with Shift move it'],
  ['Enter', 'Show the full cell value; expand a table'],
];

/** The list of shortcuts. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {shortcutsOf(keyNames()).map(([keys, action]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{action}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
