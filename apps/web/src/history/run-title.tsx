import type { BatchStatus, Connection } from '@sluice/contracts';
import { statusLabels } from '../results/run-labels.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { AnchorLink } from '../ui/links.js';
import { oneLine } from '../ui/one-line.js';

interface RunTitleProps {
  batchId: string;
  status: BatchStatus;
  text: string;
  /** Shown below the text. */
  note: string;
  /** Undefined if the user may not use it. */
  connection?: Connection | undefined;
}

/** The status of a run, and its text as a link to its page. */
export const RunTitle = ({ batchId, status, text, note, connection }: RunTitleProps) => (
  <>
    <span className="state history-state" data-state={status}>
      {statusLabels[status]}
    </span>
    <div className="grow row-main">
      <AnchorLink
        to="/batches/$batchId"
        params={{ batchId }}
        underline="hover"
        className="ellipsis mono row-title"
        title={text.slice(0, 2_000)}
      >
        {oneLine(text)}
      </AnchorLink>
      <span className="row-note run-note">
        <EnvironmentBadge connection={connection} />
        <span className="ellipsis">{note}</span>
      </span>
    </div>
  </>
);
