/**
 * Copies a text to the clipboard.
 *
 * @throws Error if the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  // `navigator.clipboard` exists only over HTTPS or on localhost.
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', onCopy);
  // oxlint-disable-next-line typescript/no-deprecated -- the only API of insecure contexts
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  if (!isCopied) throw new Error('The browser does not allow this page to copy.');
}
