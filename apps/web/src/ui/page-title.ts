import { useEffect } from 'react';

const APPLICATION = 'Sluice';

let badge = '';
let page = APPLICATION;

const showTitle = (): void => {
  document.title = badge + page;
};

/** Sets the text before the title of the page, such as the number of live runs. */
export function setTitleBadge(text: string): void {
  badge = text;
  showTitle();
}

/** Sets the title of the browser window while a page is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title === '' ? APPLICATION : `${title} · ${APPLICATION}`;
    showTitle();
    return () => {
      page = APPLICATION;
      showTitle();
    };
  }, [title]);
}
