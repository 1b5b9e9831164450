import { Badge, Button } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import type { Tab } from '../tabs/tabs.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { useAction } from '../ui/use-action.js';
import { connect, disconnect, useSession } from './sessions.js';
import { ToolbarButton } from './toolbar-button.js';

/** Opens and closes the session of a tab, if the driver supports sessions. */
export function SessionSwitch({ tab, connection }: { tab: Tab; connection: Connection }) {
  const session = useSession(tab.id);
  const open = useAction(() => connect(tab.id, connection.id));
  const close = useAction(() => disconnect(tab.id));
  if (!connection.supportsConnectionClient) return null;
  if (session?.state === 'open') {
    return (
      <>
        <Badge color="green" variant="light" tt="none" role="status">
          Session open
        </Badge>
        <ToolbarButton
          hint="Close the session: rolls back an open transaction and drops temporary tables"
          icon="plug"
          isBusy={close.isBusy}
          onClick={() => void close.run()}
        >
          Disconnect
        </ToolbarButton>
      </>
    );
  }
  const isLost = session !== undefined;
  return (
    <>
      {isLost && (
        <Badge color="red" variant="light" tt="none" role="alert">
          Session lost: its transaction and temporary tables are gone
        </Badge>
      )}
      <ToolbarButton
        hint="Keep one session for the runs of this tab, with its transaction, temporary tables and settings"
        icon="plug"
        isBusy={open.isBusy}
        onClick={() => void open.run()}
      >
        {isLost ? 'Reconnect' : 'Connect'}
      </ToolbarButton>
      {isLost && (
        <Button variant="subtle" onClick={() => void close.run()}>
          Continue without session
        </Button>
      )}
      <ErrorAlert error={open.error ?? close.error} />
    </>
  );
}
