import { ActionIcon, Select, Tooltip } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { Icon } from '../ui/icon.js';
import { keyNames } from '../ui/key-names.js';
import { writeStored } from '../ui/browser-storage.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { SessionSwitch } from './session-switch.js';
import type { EditorCommand } from './editor-extensions.js';
import { ToolbarButton, type ToolbarButtonProps } from './toolbar-button.js';
import { isUnsaved, updateTab, type Tab } from '../tabs/tabs.js';

/** A command of the toolbar. */
export type ToolbarCommand = EditorCommand | 'properties';

interface ToolbarProps {
  tab: Tab;
  connections: Connection[];
  isRunning: boolean;
  onCommand(command: ToolbarCommand): void;
  onHelp(): void;
}

interface ButtonDefinition extends Pick<ToolbarButtonProps, 'hint' | 'icon' | 'variant'> {
  command: ToolbarCommand;
  label: string;
  isDisabled?(tab: Tab, isRunning: boolean): boolean;
}

const isEmpty = ({ text }: Tab): boolean => text.trim() === '';

const { mod, alt } = keyNames();
const buttons: ButtonDefinition[] = [
  {
    command: 'run',
    label: 'Run',
    hint: `Run the query or the selection (${mod}+Enter)`,
    icon: 'play',
    variant: 'filled',
    isDisabled: (tab, isRunning) => isRunning || tab.connectionId === null || isEmpty(tab),
  },
  {
    command: 'cancel',
    label: 'Cancel',
    hint: 'Cancel the run in the database (Esc twice)',
    icon: 'stop',
    isDisabled: (_tab, isRunning) => !isRunning,
  },
  {
    command: 'save',
    label: 'Save',
    hint: `Save (${mod}+S)`,
    icon: 'save',
    isDisabled: (tab) => tab.queryId !== null && !isUnsaved(tab),
  },
  { command: 'properties', label: 'Properties', hint: 'Edit name, connection, tags and sharing' },
  {
    command: 'versions',
    label: 'Versions',
    hint: `Compare and restore saved versions (Shift+${alt}+H)`,
    isDisabled: (tab) => tab.queryId === null,
  },
  {
    command: 'format',
    label: 'Format',
    hint: `Format (Shift+${alt}+F)`,
    icon: 'format',
    isDisabled: isEmpty,
  },
];

/** The connection and the commands of the active tab. */
export function Toolbar({ tab, connections, isRunning, onCommand, onHelp }: ToolbarProps) {
  const choose = (connectionId: string | null): void => {
    updateTab(tab.id, { connectionId });
    writeStored('connection', connectionId);
  };
  const connection = connections.find(({ id }) => id === tab.connectionId);
  return (
    <div className="bar" role="toolbar" aria-label="Query">
      <Select
        size="xs"
        w={200}
        aria-label="Connection"
        placeholder={connections.length === 0 ? 'No connections' : 'Choose a connection'}
        searchable
        allowDeselect={false}
        data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={tab.connectionId}
        onChange={choose}
      />
      <EnvironmentBadge connection={connection} />
      {buttons.map(({ command, label, isDisabled, ...look }) => (
        <ToolbarButton
          key={command}
          {...look}
          isDisabled={isDisabled?.(tab, isRunning) === true}
          onClick={() => onCommand(command)}
        >
          {label}
        </ToolbarButton>
      ))}
      {connection !== undefined && (
        <SessionSwitch key={`${tab.id} ${connection.id}`} tab={tab} connection={connection} />
      )}
      <div className="grow" />
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon aria-label="Keyboard shortcuts" onClick={onHelp}>
          <Icon name="help" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
