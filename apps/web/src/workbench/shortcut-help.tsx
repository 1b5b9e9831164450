import { Kbd, Modal, Table } from '@mantine/core';
import { keyNames, type KeyNames } from '../app/key-names.js';

/** Keys, and what they do. */
const shortcutsOf = ({ mod, alt }: KeyNames): [string, string][] => [
  [`${mod} + Enter`, 'Run everything, or what is selected'],
  [`${mod} + Shift + Enter`, 'Run the statement under the cursor'],
  ['Esc Esc', 'Cancel the run'],
  [`${mod} + S`, 'Save'],
  [`Shift + ${alt} + F`, 'Format'],
  [`${alt} + T`, 'New tab'],
  [`${mod} + /`, 'Comment lines'],
  [`${mod} + F`, 'Find and replace'],
  ['Ctrl + Space', 'Show suggestions'],
  ['Tab', 'Accept the first suggestion, or the one chosen with the arrow keys'],
  ['Shift + Enter', 'New line with the same indentation'],
  ['Arrow keys, Page, Home, End', 'Move in the grid; with Shift select'],
  [`${mod} + C`, 'Copy the selected cells'],
  [`${alt} + S, ${alt} + P`, 'Sort by the column of the focused cell; pin it'],
  [`${alt} + Left, Right`, 'Make that column narrower or wider; with Shift move it'],
  ['Enter', 'Show a cell whole; open a table'],
];

/** Every shortcut in one list. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Shortcuts">
      <Table>
        <Table.Tbody>
          {shortcutsOf(keyNames()).map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
