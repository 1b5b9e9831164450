import type { BatchStatus } from '@sluice/contracts';
import { statusLabels } from '../results/run-labels.js';
import { AnchorLink } from '../ui/links.js';
import { oneLine } from '../ui/one-line.js';

interface RunTitleProps {
  batchId: string;
  status: BatchStatus;
  text: string;
  /** Shown below the text. */
  note: string;
}

/** The status of a run, and its text as a link to its page. */
export const RunTitle = ({ batchId, status, text, note }: RunTitleProps) => (
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
      <span className="row-note ellipsis">{note}</span>
    </div>
  </>
);
