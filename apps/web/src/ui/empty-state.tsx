import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The purpose of the page, and the first action. */
  children: ReactNode;
}

/** Shown in place of a list without entries. The children are paragraphs and one action. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="empty-state">
    <h2>{title}</h2>
    {children}
  </div>
);
