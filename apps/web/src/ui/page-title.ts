import { useEffect } from 'react';

const APPLICATION = 'Sluice';

/** Sets the title of the browser window while a page is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? APPLICATION : `${title} · ${APPLICATION}`;
    return () => {
      document.title = APPLICATION;
    };
  }, [title]);
}
