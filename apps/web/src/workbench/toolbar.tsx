import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { Icon } from '../app/icon.js';
import { writeStored } from '../app/stored.js';
import { SessionSwitch } from './session-switch.js';
import type { EditorCommand } from './sql-editor.js';
import { updateTab, type Tab } from './tabs.js';

interface ToolbarProps {
  tab: Tab;
  connections: Connection[];
  isRunning: boolean;
  onCommand(command: EditorCommand): void;
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
      <Tooltip label="Run everything, or what is selected (Ctrl+Enter)">
        <Button
          leftSection={<Icon name="play" size={13} />}
          disabled={isRunning || tab.connectionId === null}
          onClick={() => onCommand('run')}
        >
          Run
        </Button>
      </Tooltip>
      <Tooltip label="Stop in the database (Esc twice)">
        <Button
          variant="default"
          leftSection={<Icon name="stop" size={13} />}
          disabled={!isRunning}
          onClick={() => onCommand('cancel')}
        >
          Stop
        </Button>
      </Tooltip>
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
