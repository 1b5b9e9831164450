import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons that end a form or a dialog; the one that does it is the last. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end">{children}</Group>
);
