/** Returns whether a dialog is open. Shortcuts of the page behind it do nothing then. */
export const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null;
