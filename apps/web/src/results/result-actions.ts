import { createContext, type ReactNode } from 'react';

/** Further actions of the page in the bar above the rows. Results know no tabs of the editor themselves. */
export const ResultActions = createContext<ReactNode>(null);
