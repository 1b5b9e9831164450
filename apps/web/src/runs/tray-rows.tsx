import '../ui/infinite-list.css';
import { Button } from '@mantine/core';
import type { BatchListItem, Connection, QueryHistoryRow } from '@sluice/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useConnection } from '../http/reads.js';
import { CancelButton } from '../results/cancel-button.js';
import { CopyRunLink } from '../results/copy-run-link.js';
import { runNameOf } from '../results/executed-text.js';
import { NotifyToggle } from '../results/notify-toggle.js';
import { runLabel, rowsSoFar, statusLabels } from '../results/run-labels.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { formatDuration, formatRows, formatTime } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { oneLine } from '../ui/one-line.js';
import { showError } from '../ui/show-error.js';
import { runAgain } from './run-again.js';

interface LiveRowProps {
  batch: BatchListItem;
  nowMs: number;
  onClose(): void;
}

/** A run that has not ended, with its progress. */
export function LiveRow({ batch, nowMs, onClose }: LiveRowProps) {
  const connection = useConnection(batch.connectionId);
  const { id, startTime, queuePosition, cancel } = batch;
  const elapsed = formatDuration(Math.max(0, nowMs - Date.parse(startTime)));
  return (
    <TrayRow
      id={id}
      name={runNameOf(batch)}
      state={queuePosition === null ? 'started' : 'queued'}
      label={runLabel(batch)}
      connection={connection}
      notes={[connection?.name, rowsSoFar(batch.statements ?? []), elapsed]}
      onClose={onClose}
    >
      <NotifyToggle batchId={id} isCompact />
      <CancelButton batchId={id} isRequested={cancel !== null} />
    </TrayRow>
  );
}

/** A run that has ended. */
export function EndedRow({ row, onClose }: { row: QueryHistoryRow; onClose(): void }) {
  const { id, status, queryName, queryText, connectionName, rowCount, durationMs } = row;
  const connection = useConnection(row.connectionId);
  const navigate = useNavigate();
  const again = (): void => {
    onClose();
    void navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
    runAgain(id).catch((error: unknown) => showError(error, 'The run could not start again'));
  };
  return (
    <TrayRow
      id={id}
      name={queryName ?? oneLine(queryText)}
      state={status}
      label={statusLabels[status]}
      connection={connection}
      notes={[
        connectionName ?? 'deleted connection',
        rowCount === null ? undefined : formatRows(rowCount),
        durationMs === null ? undefined : formatDuration(durationMs),
        formatTime(row.startTime),
      ]}
      onClose={onClose}
    >
      <CopyRunLink batchId={id} />
      <Button variant="default" onClick={again}>
        Run again
      </Button>
    </TrayRow>
  );
}

interface TrayRowProps {
  id: string;
  name: string;
  state: string;
  label: string;
  /** Undefined if the user may not use it. */
  connection: Connection | undefined;
  notes: (string | undefined)[];
  onClose(): void;
  /** The actions. */
  children: ReactNode;
}

function TrayRow({ id, name, state, label, connection, notes, onClose, children }: TrayRowProps) {
  return (
    <li className="tray-row">
      <div className="grow">
        <AnchorLink
          to="/batches/$batchId"
          params={{ batchId: id }}
          underline="hover"
          className="ellipsis row-title"
          title={name}
          onClick={onClose}
        >
          {name}
        </AnchorLink>
        <span className="state tray-state" data-state={state}>
          {label}
        </span>
        <span className="row-note run-note">
          <EnvironmentBadge connection={connection} />
          <span>{notes.filter((note) => note !== undefined).join(' · ')}</span>
        </span>
      </div>
      <div className="tray-actions">{children}</div>
    </li>
  );
}
