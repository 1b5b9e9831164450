import { ActionIcon, Select, Tooltip } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { Icon } from '../app/icon.js';
import { writeStored } from '../app/stored.js';
import { SessionSwitch } from './session-switch.js';
import type { EditorCommand } from './sql-editor.js';
import { ToolbarButton } from './toolbar-button.js';
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
      <ToolbarButton
        hint="Run everything, or what is selected (Ctrl+Enter)"
        icon="play"
        variant="filled"
        isDisabled={isRunning || tab.connectionId === null}
        onClick={() => onCommand('run')}
      >
        Run
      </ToolbarButton>
      <ToolbarButton
        hint="Stop in the database (Esc twice)"
        icon="stop"
        isDisabled={!isRunning}
        onClick={() => onCommand('cancel')}
      >
        Stop
      </ToolbarButton>
      <ToolbarButton
        hint="Save (Ctrl+S)"
        icon="save"
        isDisabled={tab.queryId !== null && !isUnsaved(tab)}
        onClick={() => onCommand('save')}
      >
        Save
      </ToolbarButton>
      <ToolbarButton
        hint="Name, connection, tags and sharing"
        onClick={() => onCommand('properties')}
      >
        Properties
      </ToolbarButton>
      <ToolbarButton
        hint="Format (Shift+Alt+F)"
        icon="format"
        isDisabled={tab.text.trim() === ''}
        onClick={() => onCommand('format')}
      >
        Format
      </ToolbarButton>
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
