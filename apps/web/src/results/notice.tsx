import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

interface NoticeProps {
  color: string;
  title: string;
  children?: ReactNode;
}

/** A message in place of rows. */
export function Notice(props: NoticeProps) {
  return <Alert m="sm" variant="light" {...props} style={{ overflow: 'auto', maxHeight: '90%' }} />;
}
