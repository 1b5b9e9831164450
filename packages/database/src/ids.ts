import { v7 } from 'uuid';

/** A new UUIDv7. IDs sort by creation time. */
export const newId = (): string => v7();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be the ID of a row with a uuid key. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
