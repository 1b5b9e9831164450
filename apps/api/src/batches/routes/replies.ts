import { snapshotJson, type Snapshot } from '../snapshots.js';
import { type AnyReply, sendJson } from '../../http/index.js';

/** Sends the batch that the request created or changed, with its entity tag. */
export const sendSnapshot = (reply: AnyReply, snapshot: Snapshot): AnyReply =>
  sendJson(reply.header('etag', snapshot.etag), snapshotJson(snapshot));
