import { Button, Text } from '@mantine/core';
import type { AuditEvent } from '@sluice/contracts';
import { useState } from 'react';
import { detailTexts } from './audit-detail-texts.js';

/** Details beside each other in a row of the table. */
const SHOWN = 3;

/** The details of an event: the first ones in short form, or all of them in full. */
export function AuditDetail({ detail }: { detail: AuditEvent['detail'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const texts = detailTexts(detail);
  if (texts.length === 0) return null;
  const isCut = texts.length > SHOWN || texts.some(({ value, short }) => value !== short);
  return (
    <div className="audit-detail">
      <dl>
        {(isOpen ? texts : texts.slice(0, SHOWN)).map(({ label, value, short }) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="xs" title={value}>
              {isOpen ? value : short}
            </Text>
          </div>
        ))}
      </dl>
      {isCut && (
        <Button
          variant="subtle"
          size="compact-xs"
          px={0}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}
