import { Kbd, Modal, Table } from '@mantine/core';

const shortcuts = [
  ['Ctrl/Cmd + Enter', 'Run everything, or what is selected'],
  ['Ctrl/Cmd + Shift + Enter', 'Run the statement under the cursor'],
  ['Esc Esc', 'Cancel what runs'],
  ['Ctrl/Cmd + S', 'Save'],
  ['Shift + Alt + F', 'Format'],
  ['Alt + T', 'New tab'],
  ['Ctrl/Cmd + /', 'Comment lines'],
  ['Ctrl/Cmd + F', 'Find and replace'],
  ['Ctrl + Space', 'Complete names'],
  ['Arrow keys, Page, Home, End', 'Move in the grid; with Shift select'],
  ['Ctrl/Cmd + C', 'Copy the selected cells'],
  ['Alt + S, Alt + P', 'Sort by the column of the focused cell; pin it'],
  ['Alt + Left, Right', 'Make that column narrower or wider; with Shift move it'],
  ['Enter', 'Show a cell whole; open a table'],
] as const;

/** Every shortcut in one list. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Shortcuts">
      <Table>
        <Table.Tbody>
          {shortcuts.map(([keys, meaning]) => (
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
