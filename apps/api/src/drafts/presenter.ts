import type { Draft, DraftListItem } from '@sluice/contracts';
import type { DraftHead, DraftRow } from '@sluice/database';

/** Presents a draft in a list. */
export const presentDraftHead = ({ createdAt, updatedAt, ...head }: DraftHead): DraftListItem => ({
  ...head,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Presents a draft to its user. */
export const presentDraft = ({ text, chart, ...head }: DraftRow): Draft => ({
  ...presentDraftHead(head),
  text,
  chart: chart as Draft['chart'],
});
