import { ActionIcon, Select, Tooltip } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { Icon } from '../app/icon.js';
import { keyNames } from '../app/key-names.js';
import { writeStored } from '../app/stored.js';
import { SessionSwitch } from './session-switch.js';
import type { EditorCommand } from './sql-editor.js';
import { ToolbarButton, type ToolbarButtonProps } from './toolbar-button.js';
import { isUnsaved, updateTab, type Tab } from './tabs.js';

/** What the toolbar asks of the page. */
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
    hint: `Run everything, or what is selected (${mod}+Enter)`,
    icon: 'play',
    variant: 'filled',
    isDisabled: (tab, isRunning) => isRunning || tab.connectionId === null || isEmpty(tab),
  },
  {
    command: 'cancel',
    label: 'Stop',
    hint: 'Stop in the database (Esc twice)',
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
  { command: 'properties', label: 'Properties', hint: 'Name, connection, tags and sharing' },
  {
    command: 'format',
    label: 'Format',
    hint: `Format (Shift+${alt}+F)`,
    icon: 'format',
    isDisabled: isEmpty,
  },
];

/** What can be done with the active tab. */
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
        placeholder={connections.length === 0 ? 'No connection yet' : 'Choose a connection'}
        searchable
        allowDeselect={false}
        data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={tab.connectionId}
        onChange={choose}
      />
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
      <Tooltip label="Shortcuts (?)">
        <ActionIcon aria-label="Shortcuts" onClick={onHelp}>
          <Icon name="help" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
