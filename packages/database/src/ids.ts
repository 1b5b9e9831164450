import { v7 } from 'uuid';

/** A UUIDv7: unique, and sorted by the time it was made. */
export const newId = (): string => v7();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text from outside can be the id of a row with a uuid key. */
export const isUuid = (text: string): boolean => uuidPattern.test(text);
