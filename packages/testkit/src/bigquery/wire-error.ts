/** An error in the format of the service. */
export interface WireError {
  reason: string;
  message: string;
}

/** Returns the error of a request with a bad field. */
export const invalidValue = (message: string): WireError => ({ reason: 'invalid', message });
