import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons at the end of a form or dialog; the primary action is last. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end">{children}</Group>
);
