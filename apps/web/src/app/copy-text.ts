/**
 * Puts a text into the clipboard.
 *
 * @throws Error where the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  // Browsers have no `navigator.clipboard` where the page came without TLS from another machine.
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', onCopy);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way that such a page has
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  if (!isCopied) throw new Error('The browser does not let this page copy');
}
