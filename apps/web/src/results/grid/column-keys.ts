/** A command on a column. */
export type ColumnCommand = 'sort' | 'pin' | 'move-left' | 'move-right' | 'narrower' | 'wider';

interface KeyPress {
  code: string;
  altKey: boolean;
  shiftKey: boolean;
}

const commands: Record<string, ColumnCommand> = {
  KeyS: 'sort',
  KeyP: 'pin',
  ArrowLeft: 'narrower',
  ArrowRight: 'wider',
  'Shift ArrowLeft': 'move-left',
  'Shift ArrowRight': 'move-right',
};

/** Returns the command of a key with Alt. It reads `code`, because Alt changes the letter of some keys. */
export const columnCommandOf = ({ code, altKey, shiftKey }: KeyPress): ColumnCommand | undefined =>
  altKey ? commands[shiftKey ? `Shift ${code}` : code] : undefined;
