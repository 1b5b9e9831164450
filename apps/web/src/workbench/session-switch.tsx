import { Badge, Button } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { ErrorAlert } from '../app/error-alert.js';
import { useAction } from '../app/use-action.js';
import { connect, disconnect, useSession } from './sessions.js';
import type { Tab } from './tabs.js';
import { ToolbarButton } from './toolbar-button.js';

/** Keeps a session open between runs, where the driver can. */
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
          hint="Closes the session: an open transaction is rolled back, temporary tables go"
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
        hint="Keeps one session for the runs of this tab: transactions, temporary tables and settings stay"
        icon="plug"
        isBusy={open.isBusy}
        onClick={() => void open.run()}
      >
        {isLost ? 'Connect again' : 'Connect'}
      </ToolbarButton>
      {isLost && (
        <Button variant="subtle" onClick={() => void close.run()}>
          Go on without
        </Button>
      )}
      <ErrorAlert error={open.error ?? close.error} />
    </>
  );
}
