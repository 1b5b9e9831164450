/** In the database function `routine`, every `from` becomes `to`. */
export interface RoutineChange {
  routine: string;
  from: string;
  to: string;
}

/** The changes of mutants in the metadata database. */
export const routineChanges: Partial<Record<string, RoutineChange[]>> = {
  'claim without owner check': [
    { routine: 'claim_batch', from: ' and b.lease_token is null', to: '' },
  ],
};
